import type { SpaceFile } from '../../api/space.ts';
import { sayKind } from '../../features/space/kinds.ts';
import { StateBadge } from '../../features/space/state-badge.tsx';
import { spaceWords } from '../../features/space/words.ts';
import { formatDateTime, formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { spacePageWords } from './words.ts';

export function useFileColumns(files: readonly SpaceFile[]): Column<SpaceFile>[] {
  const { language } = useLanguage();
  const words = usePageWords(spacePageWords);
  const shared = usePageWords(spaceWords);
  const state: Column<SpaceFile> = {
    key: 'state',
    title: words.state,
    room: 'some',
    text: (file) => shared.states[file.state],
    cell: (file) => <StateBadge state={file.state} />,
  };
  return [
    { key: 'name', title: words.name, text: ({ name }) => name },
    { key: 'kind', title: words.kind, room: 'some', text: ({ type }) => sayKind(type, shared.kinds) },
    {
      key: 'size',
      title: words.size,
      room: 'some',
      isNumber: true,
      text: ({ size }) => formatSize(size, language),
      sortBy: ({ size }) => size,
    },
    {
      key: 'changed',
      title: words.changed,
      room: 'much',
      text: ({ mod_time }) => formatDateTime(mod_time, language),
      sortBy: ({ mod_time }) => mod_time,
      cell: ({ mod_time }) => <time dateTime={mod_time}>{formatDateTime(mod_time, language)}</time>,
    },
    // A column that says "ready" in every row tells nothing.
    ...(files.some((file) => file.state !== 'ready') ? [state] : []),
  ];
}
