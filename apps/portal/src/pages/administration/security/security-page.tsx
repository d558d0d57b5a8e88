import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  SEVERITIES,
  type SecurityEvent,
  type SecurityFilter,
  type Severity,
  securityEventsQuery,
} from '../../../api/administration.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { readDayEdge } from '../../../i18n/time.ts';
import { CursorTable, findOpen } from '../../../ui/cursor-list.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { FilterForm } from '../../../ui/filter-form.tsx';
import { Detail, Facts, ListAndDetail, Raw, showCode } from '../../../ui/list-and-detail.tsx';
import classes from '../../../ui/list-page.module.css';
import { administrationWords } from '../../../ui/list-words.ts';
import { Moment } from '../../../ui/moment.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { kindWords, securityWords } from './words.ts';

const TONES: Record<Severity, string | undefined> = {
  low: undefined,
  medium: 'warn',
  high: 'bad',
  critical: 'worst',
};

function readSecurityFilter(get: (name: string) => string): SecurityFilter {
  const from = readDayEdge(get('from'), 'start');
  const to = readDayEdge(get('to'), 'end');
  const severity = SEVERITIES.find((known) => known === get('severity'));
  return {
    ...(get('kind') ? { kind: get('kind') } : {}),
    ...(severity ? { severity } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

export function SecurityPage() {
  const words = usePageWords(securityWords);
  const shared = usePageWords(administrationWords);
  const { kinds } = usePageWords(kindWords);
  const filters = useFilters();
  const filter = readSecurityFilter(filters.get);
  const openId = filters.get('event') || null;
  const query = useInfiniteQuery(securityEventsQuery(filter));
  const shown = findOpen(query, openId);

  const columns: Column<SecurityEvent>[] = [
    {
      key: 'kind',
      title: words.kind,
      cell: (event) => (
        <>
          {kinds[event.kind] ?? event.kind}
          <span className={`${classes.under} ${classes.underSmall}`}>
            <SeverityChip severity={event.severity} /> <Moment at={event.received_at} />
          </span>
        </>
      ),
    },
    {
      key: 'severity',
      title: words.severity,
      room: 'some',
      cell: (event) => <SeverityChip severity={event.severity} />,
    },
    { key: 'time', title: words.time, room: 'some', cell: (event) => <Moment at={event.received_at} /> },
    { key: 'source', title: words.source, room: 'much', cell: (event) => event.source ?? '' },
    { key: 'ip', title: words.ip, room: 'much', cell: (event) => showCode(event.ip) },
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      filters={
        <FilterForm
          fields={[{ name: 'kind', label: words.kind, placeholder: words.kindHint, maxLength: 80 }]}
          filters={filters}
          opened="event"
          submit={words.apply}
          hasDays
        >
          <NativeSelect
            label={words.severity}
            value={filters.get('severity')}
            data-testid="filter-severity"
            data={[
              { value: '', label: shared.any },
              ...SEVERITIES.map((value) => ({ value, label: words.severities[value] })),
            ]}
            onChange={(event) => filters.set({ severity: event.currentTarget.value, event: null })}
          />
        </FilterForm>
      }
      detail={shown ? <EventDetail event={shown} onClose={() => filters.set({ event: null })} /> : null}
    >
      <CursorTable
        query={query}
        empty={words.emptyText}
        caption={words.caption}
        columns={columns}
        openId={openId}
        onOpen={(event) => filters.set({ event })}
      />
    </ListAndDetail>
  );
}

function SeverityChip({ severity }: { severity: Severity | undefined }) {
  const words = usePageWords(securityWords);
  return (
    <span className={classes.chip} data-tone={severity ? TONES[severity] : undefined}>
      {severity ? words.severities[severity] : words.notRated}
    </span>
  );
}

function EventDetail({ event, onClose }: { event: SecurityEvent; onClose(): void }) {
  const words = usePageWords(securityWords);
  const { kinds } = usePageWords(kindWords);
  return (
    <Detail title={kinds[event.kind] ?? event.kind} subject={String(event.id)} onClose={onClose}>
      <Facts
        items={[
          [words.number, event.id],
          [words.kind, showCode(event.kind)],
          [words.severity, <SeverityChip key="severity" severity={event.severity} />],
          [words.time, <Moment key="time" at={event.received_at} />],
          [words.source, event.source],
          [words.user, showCode(event.user_id)],
          [words.ip, showCode(event.ip)],
          [words.userAgent, event.user_agent],
        ]}
      />
      {event.user_id ? (
        <p>
          <Link to={`/administration/audit?actor=${encodeURIComponent(event.user_id)}`}>
            {words.auditLink}
          </Link>
        </p>
      ) : null}
      {event.detail ? <Raw title={words.detail} data={event.detail} /> : null}
    </Detail>
  );
}
