import { Button } from '@mantine/core';
import { type AuditEntry, type AuditFilter, auditQuery } from '../../../api/administration.ts';
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
import textStyle from '../../../ui/text.module.css';
import { useVerification, VerifyResult } from './verification.tsx';
import { auditWords } from './words.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function readAuditFilter(get: (name: string) => string): AuditFilter {
  const filter: AuditFilter = {};
  for (const name of ['action', 'category', 'target'] as const) if (get(name)) filter[name] = get(name);
  if (UUID.test(get('actor'))) filter.actor = get('actor');
  const from = readDayEdge(get('from'), 'start');
  const to = readDayEdge(get('to'), 'end');
  return { ...filter, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

export function AuditPage() {
  const words = usePageWords(auditWords);
  const filters = useFilters();
  const filter = readAuditFilter(filters.get);
  const openId = filters.get('entry') || null;
  const verification = useVerification();
  const list = useCursorList(auditQuery(filter));
  const shown = list.rows?.find((entry) => String(entry.id) === openId);

  const columns: Column<AuditEntry>[] = [
    {
      key: 'action',
      title: words.action,
      text: (entry) => entry.action,
      cell: (entry) => showCode(entry.action),
    },
    momentColumn({ key: 'time', title: words.time, room: 'some', at: (entry) => entry.occurred_at }),
    {
      key: 'category',
      title: words.category,
      room: 'some',
      text: (entry) => entry.category,
      cell: (entry) => <span className={badgeStyle.chip}>{entry.category}</span>,
    },
    {
      key: 'actor',
      title: words.who,
      room: 'much',
      text: (entry) => entry.actor_user_id ?? words.system,
      cell: (entry) => <Short id={entry.actor_user_id} none={words.system} />,
    },
    {
      key: 'target',
      title: words.what,
      room: 'much',
      text: (entry) => entry.target ?? '',
      cell: (entry) => <Short id={entry.target} none="" />,
    },
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        <Button
          variant="default"
          data-testid="verify"
          loading={verification.isPending}
          onClick={() => verification.mutate()}
        >
          {words.verify}
        </Button>
      }
      filters={
        <>
          <VerifyResult verification={verification} />
          <FilterForm
            fields={[
              { name: 'action', label: words.action, placeholder: words.actionHint, maxLength: 80 },
              { name: 'category', label: words.category, maxLength: 40 },
              {
                name: 'actor',
                label: words.actor,
                maxLength: 36,
                check: (value) => (UUID.test(value) ? null : words.actorError),
              },
              { name: 'target', label: words.target, maxLength: 200 },
            ]}
            filters={filters}
            opened="entry"
            submit={words.apply}
            hasDays
          />
        </>
      }
      detail={shown ? <EntryDetail entry={shown} onClose={() => filters.set({ entry: null })} /> : null}
    >
      <DataTable
        id="audit"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(entry) => String(entry.id)}
        empty={<EmptyState>{words.emptyText}</EmptyState>}
        openId={openId}
        onOpen={(entry) => filters.set({ entry })}
        isSelectable
      />
    </ListAndDetail>
  );
}

/** The first part of an id distinguishes rows; the detail shows the whole id. */
function Short({ id, none }: { id: string | undefined; none: string }) {
  if (!id) return <span className={textStyle.quiet}>{none}</span>;
  return (
    <span className={textStyle.code} title={id}>
      {id.length > 13 ? `${id.slice(0, 8)}…` : id}
    </span>
  );
}

function EntryDetail({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const words = usePageWords(auditWords);
  return (
    <Detail title={showCode(entry.action)} subject={String(entry.id)} onClose={onClose}>
      <Facts
        items={[
          [words.number, entry.id],
          [words.time, <Moment key="time" at={entry.occurred_at} />],
          [words.category, entry.category],
          [words.who, showCode(entry.actor_user_id) || words.system],
          [words.what, showCode(entry.target)],
          [words.requestId, showCode(entry.request_id)],
          [words.prevHash, showCode(entry.prev_hash)],
          [words.chainHash, showCode(entry.chain_hash) || words.notSealed],
        ]}
      />
      <Raw title={words.metadata} data={entry.metadata ?? {}} />
    </Detail>
  );
}
