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
import badgeStyle from '../../../ui/badge.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts, ListAndDetail, Raw, showCode } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterForm } from '../../../ui/table/filter-form.tsx';
import { useCursorList } from '../../../ui/table/lists.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
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
  const { kinds } = usePageWords(kindWords);
  const filters = useFilters();
  const filter = readSecurityFilter(filters.get);
  const openId = filters.get('event') || null;
  const list = useCursorList(securityEventsQuery(filter));
  const shown = list.rows?.find((event) => String(event.id) === openId);
  const nameSeverity = (severity: Severity | undefined) =>
    severity ? words.severities[severity] : words.notRated;

  const columns: Column<SecurityEvent>[] = [
    {
      key: 'kind',
      title: words.kind,
      text: (event) => kinds[event.kind] ?? event.kind,
    },
    {
      key: 'severity',
      title: words.severity,
      room: 'some',
      text: (event) => nameSeverity(event.severity),
      sortBy: (event) => (event.severity ? SEVERITIES.indexOf(event.severity) : -1),
      cell: (event) => <SeverityChip severity={event.severity} />,
    },
    momentColumn({ key: 'time', title: words.time, room: 'some', at: (event) => event.received_at }),
    { key: 'source', title: words.source, room: 'much', text: (event) => event.source ?? '' },
    {
      key: 'ip',
      title: words.ip,
      room: 'much',
      text: (event) => event.ip ?? '',
      cell: (event) => showCode(event.ip),
    },
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
          choices={[
            {
              name: 'severity',
              label: words.severity,
              options: SEVERITIES.map((value) => ({ value, label: words.severities[value] })),
            },
          ]}
        />
      }
      detail={shown ? <EventDetail event={shown} onClose={() => filters.set({ event: null })} /> : null}
    >
      <DataTable
        id="security"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(event) => String(event.id)}
        empty={<EmptyState>{words.emptyText}</EmptyState>}
        openId={openId}
        onOpen={(event) => filters.set({ event })}
        isSelectable
      />
    </ListAndDetail>
  );
}

function SeverityChip({ severity }: { severity: Severity | undefined }) {
  const words = usePageWords(securityWords);
  return (
    <span className={badgeStyle.chip} data-tone={severity ? TONES[severity] : undefined}>
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
          [
            words.user,
            event.user_id ? (
              <Link key="user" to={`/administration/users?user=${encodeURIComponent(event.user_id)}`}>
                {showCode(event.user_id)}
              </Link>
            ) : (
              ''
            ),
          ],
          [words.ip, showCode(event.ip)],
          [words.userAgent, event.user_agent],
        ]}
      />
      {event.user_id ? (
        <p>
          <Link to={`/administration/audit?person=${encodeURIComponent(event.user_id)}`}>
            {words.auditLink}
          </Link>
        </p>
      ) : null}
      {event.detail ? <Raw title={words.detail} data={event.detail} /> : null}
    </Detail>
  );
}
