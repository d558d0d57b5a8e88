import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteRoute, RELAY_KEY, type RelayRoute, routesQuery } from '../../api/relay.ts';
import { DeletePart } from '../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { Moment } from '../../ui/moment.tsx';
import { Detail, Facts, ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../ui/table/use-opened.ts';
import textStyle from '../../ui/text.module.css';
import { NewRoute } from './new-route.tsx';
import { managed } from './relay.tsx';
import { routeWords } from './route-words.ts';
import { relayWords } from './words.ts';

export const RelayRoutesPage = managed(function RoutesPage() {
  const words = usePageWords(routeWords);
  const { minutes } = usePageWords(relayWords);
  const format = useNumber();
  const client = useQueryClient();
  const query = useQuery(routesQuery);
  const { openId, open, close, done, finish } = useOpened('route');
  const shown = query.data?.find(({ id }) => id === openId);
  const columns: Column<RelayRoute>[] = [
    { key: 'service', title: words.service, text: ({ service_code }) => service_code },
    { key: 'platform', title: words.platform, text: ({ platform_name }) => platform_name },
    {
      key: 'minutes',
      title: words.minutes,
      room: 'some',
      isNumber: true,
      text: ({ sla_minutes }) => format(sla_minutes),
      sortBy: ({ sla_minutes }) => sla_minutes,
    },
    {
      key: 'fallback',
      title: words.fallback,
      room: 'some',
      text: ({ fallback_platform_name: name }) => name ?? words.none,
    },
    momentColumn({ key: 'created', title: words.created, room: 'much', at: ({ created_at }) => created_at }),
  ];
  const leave = (text: string) => {
    void client.invalidateQueries({ queryKey: RELAY_KEY });
    finish(text);
  };
  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        <Button data-testid="add-route" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
      detail={
        openId === NEW ? (
          <NewRoute onClose={close} onAdded={(route) => leave(words.added(route.service_code))} />
        ) : shown ? (
          <Detail key={shown.id} title={shown.service_code} subject={shown.id} onClose={close}>
            <Facts
              items={[
                [words.platform, shown.platform_name],
                [words.minutes, minutes(format(shown.sla_minutes))],
                [words.fallback, shown.fallback_platform_name ?? words.none],
                [words.created, <Moment key="created" at={shown.created_at} />],
              ]}
            />
            <p className={textStyle.quiet}>{words.change}</p>
            <DeletePart
              words={words}
              name={shown.service_code}
              run={() => deleteRoute(shown.id)}
              onDone={() => leave(words.deleted(shown.service_code))}
            />
          </Detail>
        ) : null
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="relay-routes"
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
