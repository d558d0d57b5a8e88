import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../badge.module.css';
import { uiWords } from '../words.ts';
import type { Column } from './columns.tsx';

export function useActiveColumn<Row>(isActive: (row: Row) => boolean): Column<Row> {
  const words = usePageWords(uiWords);
  return {
    key: 'state',
    title: words.state,
    room: 'some',
    text: (row) => (isActive(row) ? words.active : words.inactive),
    cell: (row) => <ActiveChip isActive={isActive(row)} />,
  };
}

export function ActiveChip({ isActive }: { isActive: boolean }) {
  const words = usePageWords(uiWords);
  return (
    <span className={badgeStyle.chip} data-tone={isActive ? 'good' : undefined}>
      {isActive ? words.active : words.inactive}
    </span>
  );
}
