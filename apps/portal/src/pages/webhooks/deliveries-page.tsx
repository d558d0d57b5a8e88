import { Button, NativeSelect } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  DELIVERY_STATES,
  type DeliveryFilter,
  deliveriesQuery,
  deliveryQuery,
  replayDelivery,
  replayFailed,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  WEBHOOKS_KEY,
  type WebhookDelivery,
  type WebhookRef,
} from '../../api/webhooks.ts';
import classes from '../../features/oauth-clients/oauth-clients.module.css';
import { AskedButton } from '../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { Moment } from '../../ui/moment.tsx';
import { Detail, Facts, Split, showCode } from '../../ui/page/list-and-detail.tsx';
import pageStyle from '../../ui/page/list-page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ActionFailure, Done, EmptyState, Loaded } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import filterStyle from '../../ui/table/filters.module.css';
import { useCursorList } from '../../ui/table/lists.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import { Attempts } from './attempts.tsx';
import { logWords } from './log-words.ts';
import { DeliveryBadge } from './state-badge.tsx';
import { webhookWords } from './words.ts';

const EVENTS = [...WEBHOOK_EVENTS, TEST_EVENT] as const;
const PERIODS = [1, 24, 168, 720] as const;
const HOUR_MS = 3_600_000;

function readFilter(get: (name: string) => string): DeliveryFilter {
  const state = DELIVERY_STATES.find((known) => known === get('state'));
  const event = EVENTS.find((known) => known === get('event'));
  return { ...(state ? { state } : {}), ...(event ? { event } : {}) };
}

export function WebhookDeliveriesPage() {
  const words = usePageWords(logWords);
  const shared = usePageWords(webhookWords);
  const format = useNumber();
  const { id = '', webhook_id = '' } = useParams();
  const ref = { id, webhook_id };
  const filters = useFilters();
  const filter = readFilter(filters.get);
  const list = useCursorList(deliveriesQuery(ref, filter));
  const openId = filters.get('delivery') || null;
  const close = () => filters.set({ delivery: null });
  const client = useQueryClient();
  const nameEvent = (event: string) => shared.eventNames[event] ?? event;

  const columns: Column<WebhookDelivery>[] = [
    { key: 'event', title: words.event, text: ({ event }) => nameEvent(event) },
    {
      key: 'state',
      title: words.state,
      text: ({ state }) => words.states[state],
      cell: ({ state }) => <DeliveryBadge state={state} />,
    },
    {
      key: 'status',
      title: words.status,
      room: 'some',
      text: ({ status, attempts }) =>
        status === undefined ? (attempts > 0 ? words.noAnswer : '') : String(status),
    },
    {
      key: 'attempts',
      title: words.attempts,
      room: 'much',
      isNumber: true,
      text: ({ attempts }) => format(attempts),
    },
    momentColumn({ key: 'time', title: words.time, room: 'some', at: ({ created_at }) => created_at }),
  ];

  return (
    <div className={pageStyle.page}>
      <p className={classes.back}>
        <Link to={`/developers/applications/${encodeURIComponent(id)}/webhooks?webhook=${webhook_id}`}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {words.back}
        </Link>
      </p>
      <PageHead
        isDense
        title={words.title}
        lead={words.lead}
        action={
          <Button
            variant="default"
            data-testid="refresh"
            onClick={() => client.invalidateQueries({ queryKey: WEBHOOKS_KEY })}
          >
            {words.refresh}
          </Button>
        }
      />
      <Split
        openId={openId}
        detail={
          openId ? (
            <DeliveryDetail key={openId} delivery={{ ...ref, delivery_id: openId }} onClose={close} />
          ) : null
        }
      >
        <FilterBar
          filters={filters}
          opened="delivery"
          choices={[
            {
              name: 'state',
              label: words.state,
              options: DELIVERY_STATES.map((value) => ({ value, label: words.states[value] })),
            },
            {
              name: 'event',
              label: words.event,
              options: EVENTS.map((value) => ({ value, label: nameEvent(value) })),
            },
          ]}
        />
        <ReplayPart webhook={ref} />
        <DataTable
          id="webhook-deliveries"
          list={list}
          caption={words.caption}
          columns={columns}
          getId={(delivery) => delivery.id}
          empty={
            filter.state || filter.event ? (
              <EmptyState>{words.emptyFilter}</EmptyState>
            ) : (
              <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
            )
          }
          openId={openId}
          onOpen={(delivery) => filters.set({ delivery })}
        />
      </Split>
    </div>
  );
}

/** Sends the failed messages of a period again. */
function ReplayPart({ webhook }: { webhook: WebhookRef }) {
  const words = usePageWords(logWords);
  const format = useNumber();
  const client = useQueryClient();
  const [hours, setHours] = useState(24);
  const [done, setDone] = useState('');
  const run = () => {
    const now = Date.now();
    return replayFailed(webhook, {
      from: new Date(now - hours * HOUR_MS).toISOString(),
      // The clock of the server may be ahead.
      to: new Date(now + HOUR_MS).toISOString(),
    });
  };
  return (
    <>
      <div className={filterStyle.filters}>
        <NativeSelect
          label={words.period}
          value={String(hours)}
          data={PERIODS.map((value) => ({ value: String(value), label: words.periods[value] ?? '' }))}
          data-testid="replay-period"
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        />
        <AskedButton
          label={words.replayAll}
          testId="replay-failed"
          title={words.replayAllTitle}
          run={run}
          onDone={async ({ replayed, more }) => {
            setDone(
              replayed === 0
                ? words.replayedNone
                : [words.replayedAll(format(replayed)), more ? words.more : ''].join(' ').trim(),
            );
            await client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
          }}
        >
          <p>{words.replayAllText}</p>
        </AskedButton>
      </div>
      <Done testId="replayed-failed">{done || null}</Done>
    </>
  );
}

interface DeliveryDetailProps {
  delivery: WebhookRef & { delivery_id: string };
  onClose(): void;
}

function DeliveryDetail({ delivery, onClose }: DeliveryDetailProps) {
  const words = usePageWords(logWords);
  const shared = usePageWords(webhookWords);
  const format = useNumber();
  const client = useQueryClient();
  const query = useQuery(deliveryQuery(delivery));
  const replay = useMutation({
    mutationFn: () => replayDelivery(delivery),
    onSuccess: () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
  const event = query.data?.event ?? '';
  return (
    <Detail title={shared.eventNames[event] ?? words.title} subject={delivery.delivery_id} onClose={onClose}>
      <Loaded query={query}>
        {(shown) => (
          <>
            <Facts
              items={[
                [words.state, <DeliveryBadge key="state" state={shown.state} />],
                [words.id, showCode(shown.id)],
                [words.event, showCode(shown.event)],
                [words.attempts, format(shown.attempts)],
                [words.time, <Moment key="time" at={shown.created_at} />],
                ...(shown.next_at ? ([[words.next, <Moment key="next" at={shown.next_at} />]] as const) : []),
                ...(shown.finished_at
                  ? ([[words.finished, <Moment key="finished" at={shown.finished_at} />]] as const)
                  : []),
              ]}
            />
            {shown.state === 'waiting' ? null : (
              <div>
                <Button loading={replay.isPending} data-testid="replay-one" onClick={() => replay.mutate()}>
                  {words.replay}
                </Button>
              </div>
            )}
            <Done testId="replayed-one">{replay.isSuccess ? words.replayed : null}</Done>
            <ActionFailure error={replay.error} />
            <Attempts delivery={shown} />
          </>
        )}
      </Loaded>
    </Detail>
  );
}
