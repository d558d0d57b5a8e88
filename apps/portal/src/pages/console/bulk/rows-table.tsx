import { Button } from '@mantine/core';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { plainList } from '../../../ui/table/list-source.ts';
import textStyle from '../../../ui/text.module.css';
import classes from './bulk.module.css';
import { describeFaults } from './fault-text.ts';
import { nameRowState, type RowState } from './row-state.ts';
import type { BulkRow, Faults } from './rows.ts';
import { bulkWords } from './words.ts';

const TONES: Partial<Record<RowState, string>> = {
  fault: 'bad',
  refused: 'bad',
  unknown: 'warn',
  exists: 'warn',
  created: 'good',
};

const PAGE_SIZE = 100;

interface RowsTableProps {
  rows: readonly BulkRow[];
  faults: ReadonlyMap<string, Faults>;
  openId: string | null;
  isBusy: boolean;
  onOpen(id: string): void;
  onRemove(rows: readonly BulkRow[]): void;
}

/** One table before and after sending: a row keeps its place, and its state shows the result. */
export function RowsTable({ rows, faults, openId, isBusy, onOpen, onRemove }: RowsTableProps) {
  const words = usePageWords(bulkWords);
  const columns: Column<BulkRow>[] = [
    {
      key: 'name',
      title: words.fields.name,
      text: (row) => row.values.name || words.row.title(row.line),
    },
    {
      key: 'slug',
      title: words.fields.slug,
      room: 'some',
      text: ({ values }) => values.slug,
      cell: ({ values }) => <span className={`${textStyle.code} ${classes.slug}`}>{values.slug}</span>,
    },
    {
      key: 'admin',
      title: words.rows.admin,
      room: 'much',
      text: ({ values }) => values.admin_email,
      cell: ({ values }) => (
        <>
          {values.admin_email}
          {values.admin_user_id ? <span className={textStyle.under}>{values.admin_user_id}</span> : null}
        </>
      ),
    },
    {
      key: 'state',
      title: words.rows.state,
      room: 'some',
      text: (row) => words.rows.states[nameRowState(row, faults.get(row.id))],
      cell: (row) => <State row={row} faults={faults.get(row.id)} />,
    },
    { key: 'line', title: words.rows.line, room: 'much', isNumber: true, text: ({ line }) => line },
  ];
  return (
    <DataTable
      id="bulk-rows"
      list={plainList(rows)}
      size={PAGE_SIZE}
      caption={words.rows.caption}
      columns={columns}
      getId={(row) => row.id}
      empty={<EmptyState>{words.rows.none}</EmptyState>}
      openId={openId}
      onOpen={onOpen}
      isSelectable={!isBusy}
      bulkActions={(selected) => (
        <Button
          variant="default"
          size="compact-sm"
          data-testid="remove-selected"
          onClick={() => onRemove(selected)}
        >
          {words.rows.removeSelected}
        </Button>
      )}
    />
  );
}

function State({ row, faults }: { row: BulkRow; faults: Faults | undefined }) {
  const words = usePageWords(bulkWords);
  const state = nameRowState(row, faults);
  const { outcome } = row;
  const texts =
    state === 'fault' && faults
      ? describeFaults(faults, words)
      : outcome?.kind === 'refused'
        ? [outcome.text]
        : state === 'unknown'
          ? [words.rows.unknownText]
          : [];
  return (
    <div className={classes.state} data-testid="row-state" data-state={state} data-slug={row.values.slug}>
      <span className={badgeStyle.chip} data-tone={TONES[state]}>
        {words.rows.states[state]}
      </span>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
