import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { isAdministrator } from '../../../api/access.ts';
import {
  type AuditEntry,
  type AuditFilter,
  auditExportPath,
  auditQuery,
} from '../../../api/administration.ts';
import { readSentence, Sentence } from '../../../features/audit/sentence.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { readDayEdge } from '../../../i18n/time.ts';
import { useAccess } from '../../../shell/guarded.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import layoutStyle from '../../../ui/layout.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts, ListAndDetail, Raw, showCode } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterForm } from '../../../ui/table/filter-form.tsx';
import { useCursorList } from '../../../ui/table/lists.ts';
import { type Filters, useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import classes from './audit.module.css';
import { PersonFilter } from './person-filter.tsx';

import { useVerification, VerifyResult } from './verification.tsx';
import { auditWords } from './words.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function readAuditFilter(get: (name: string) => string): AuditFilter {
  const filter: AuditFilter = {};
  for (const name of ['action', 'category', 'matter', 'target'] as const)
    if (get(name)) filter[name] = get(name);
  for (const name of ['actor', 'person'] as const) if (UUID.test(get(name))) filter[name] = get(name);
  const from = readDayEdge(get('from'), 'start');
  const to = readDayEdge(get('to'), 'end');
  return { ...filter, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

export function AuditPage() {
  const words = usePageWords(auditWords);
  const filters = useFilters();
  const filter = readAuditFilter(filters.get);
  const openId = filters.get('entry') || null;
  // An auditor reads the log and cannot search people.
  const mayFindPeople = isAdministrator(useAccess());
  const verification = useVerification();
  const list = useCursorList(auditQuery(filter));
  const shown = list.rows?.find((entry) => String(entry.id) === openId);

  const nameOf = (category: string) => words.categories[category] ?? category;
  const columns: Column<AuditEntry>[] = [
    {
      key: 'sentence',
      title: words.happened,
      text: (entry) => readSentence(entry.sentence),
    },
    momentColumn({ key: 'time', title: words.time, room: 'some', at: (entry) => entry.occurred_at }),
    {
      key: 'category',
      title: words.category,
      room: 'much',
      text: (entry) => nameOf(entry.category),
      cell: (entry) => <span className={badgeStyle.chip}>{nameOf(entry.category)}</span>,
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
          {mayFindPeople ? (
            <PersonFilter
              personId={filter.person ?? null}
              onChoose={(person) => filters.set({ person, entry: null })}
            />
          ) : null}
          <FilterForm
            fields={[{ name: 'matter', label: words.matter, placeholder: words.matterHint, maxLength: 200 }]}
            choices={[
              {
                name: 'category',
                label: words.category,
                options: Object.entries(words.categories).map(([value, label]) => ({ value, label })),
              },
            ]}
            filters={filters}
            opened="entry"
            submit={words.apply}
            hasDays
          />
          <OtherFilters filters={filters} />
          <Downloads filter={filter} />
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

/** Filters that a link of another page set and that the form above does not show. */
function OtherFilters({ filters }: { filters: Filters }) {
  const words = usePageWords(auditWords);
  const names = (['actor', 'action', 'target'] as const).filter((name) => filters.get(name));
  if (names.length === 0) return null;
  return (
    <div className={layoutStyle.row}>
      {names.map((name) => (
        <Button
          key={name}
          variant="default"
          size="compact-sm"
          data-testid={`remove-${name}`}
          rightSection={<IconX size={16} aria-hidden="true" />}
          aria-label={`${words[name]}: ${filters.get(name)}, ${words.remove}`}
          onClick={() => filters.set({ [name]: null, entry: null })}
        >
          {`${words[name]}: ${filters.get(name)}`}
        </Button>
      ))}
    </div>
  );
}

function Downloads({ filter }: { filter: AuditFilter }) {
  const words = usePageWords(auditWords);
  const { language } = useLanguage();
  return (
    <p className={textStyle.quiet}>
      {words.download}{' '}
      {(['csv', 'jsonl'] as const).map((format) => (
        <a
          key={format}
          href={auditExportPath(filter, format, language)}
          download
          className={classes.download}
          data-testid={`download-${format}`}
        >
          {words.formats[format]}
        </a>
      ))}
    </p>
  );
}

function EntryDetail({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const words = usePageWords(auditWords);
  return (
    <Detail title={words.entry(String(entry.id))} subject={String(entry.id)} onClose={onClose}>
      <p data-testid="sentence">
        <Sentence parts={entry.sentence} />
      </p>
      <Facts
        items={[
          [words.time, <Moment key="time" at={entry.occurred_at} />],
          [words.category, words.categories[entry.category] ?? entry.category],
        ]}
      />
      <details data-testid="raw">
        <summary>{words.raw}</summary>
        <Facts
          items={[
            [words.number, entry.id],
            [words.action, showCode(entry.action)],
            [words.actor, showCode(entry.actor_user_id) || words.system],
            [words.target, showCode(entry.target)],
            [words.requestId, showCode(entry.request_id)],
            [words.prevHash, showCode(entry.prev_hash)],
            [words.chainHash, showCode(entry.chain_hash) || words.notSealed],
          ]}
        />
        <Raw title={words.metadata} data={entry.metadata ?? {}} />
      </details>
    </Detail>
  );
}
