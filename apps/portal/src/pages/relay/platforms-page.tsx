import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { platformsQuery, RELAY_KEY, type RelayPlatform } from '../../api/relay.ts';
import { formatMoment } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import noteStyle from '../../ui/note.module.css';
import { ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../ui/table/use-opened.ts';
import textStyle from '../../ui/text.module.css';
import { useNow } from '../../ui/use-now.ts';
import { HealthBadge, useHealthText } from './health-badge.tsx';
import { NewPlatform } from './new-platform.tsx';
import { PlatformDetail } from './platform-detail.tsx';
import { platformWords } from './platform-words.ts';
import { managed } from './relay.tsx';

/** The server stops counting here. */
const MOST_COUNTED = 1000;
const DAY_MS = 24 * 60 * 60_000;

export const RelayPlatformsPage = managed(function PlatformsPage() {
  const words = usePageWords(platformWords);
  const client = useQueryClient();
  const query = useQuery(platformsQuery);
  const { openId, open, close, done, finish } = useOpened('platform');
  const shown = query.data?.find(({ id }) => id === openId);
  const sayHealth = useHealthText();
  const format = useNumber();
  const count = (value: number) => (value < MOST_COUNTED ? format(value) : words.atLeast(format(value)));

  const columns: Column<RelayPlatform>[] = [
    {
      key: 'name',
      title: words.name,
      text: ({ name }) => name,
      cell: ({ name, code }) => (
        <>
          {name}
          <span className={`${textStyle.under} ${textStyle.code}`}>{code}</span>
        </>
      ),
    },
    {
      key: 'health',
      title: words.health,
      text: sayHealth,
      cell: (platform) => <HealthBadge platform={platform} />,
    },
    {
      key: 'direction',
      title: words.direction,
      room: 'much',
      text: ({ direction }) => words.directions[direction],
    },
    {
      key: 'waiting',
      title: words.waiting,
      room: 'some',
      isNumber: true,
      text: ({ waiting }) => count(waiting),
      sortBy: ({ waiting }) => waiting,
    },
    {
      key: 'dead',
      title: words.dead,
      room: 'some',
      isNumber: true,
      text: ({ dead }) => count(dead),
      sortBy: ({ dead }) => dead,
    },
    momentColumn({
      key: 'delivered',
      title: words.delivered,
      room: 'much',
      at: ({ delivered_at }) => delivered_at,
      none: words.never,
    }),
  ];
  const reload = () => client.invalidateQueries({ queryKey: RELAY_KEY });

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        <Button data-testid="add-platform" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
      detail={
        openId === NEW ? (
          <NewPlatform
            onClose={close}
            onKept={(platform) => {
              void reload();
              open(platform.id);
            }}
          />
        ) : shown ? (
          <PlatformDetail
            key={shown.id}
            platform={shown}
            onClose={close}
            onDeleted={() => {
              void reload();
              finish(words.deleted(shown.name));
            }}
          />
        ) : null
      }
    >
      <Done>{done}</Done>
      <Recovered platforms={query.data ?? []} />
      <DataTable
        id="relay-platforms"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
        getId={({ id }) => id}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
});

/** Tells of platforms that were ill within the last day. */
function Recovered({ platforms }: { platforms: readonly RelayPlatform[] }) {
  const words = usePageWords(platformWords);
  const nowMs = useNow();
  const recent = platforms.filter(
    ({ health, recovered_at }) => health === 'recovered' && nowMs - Date.parse(recovered_at ?? '') < DAY_MS,
  );
  if (recent.length === 0) return null;
  return (
    <div className={noteStyle.note} data-tone="good" role="status" data-testid="recovered">
      {recent.map(({ id, name, recovered_at }) => (
        <p key={id}>{words.recoveredList(name, formatMoment(recovered_at ?? ''))}</p>
      ))}
    </div>
  );
}
