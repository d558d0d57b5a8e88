import { usePageWords } from '../../../i18n/provider.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import parts from '../../../ui/detail.module.css';
import frame from '../../../ui/list-page.module.css';
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

interface RowsTableProps {
  rows: readonly BulkRow[];
  faults: ReadonlyMap<string, Faults>;
  openId: string | null;
  onOpen(id: string): void;
}

/** One table before and after the sending: a row keeps its place, and its state tells what became of it. */
export function RowsTable({ rows, faults, openId, onOpen }: RowsTableProps) {
  const words = usePageWords(bulkWords);
  const columns: Column<BulkRow>[] = [
    {
      key: 'name',
      title: words.fields.name,
      cell: (row) => (
        <>
          {row.values.name || words.row.title(row.line)}
          <span className={`${frame.under} ${frame.underSmall}`}>
            {row.values.slug} · {words.rows.states[nameRowState(row, faults.get(row.id))]}
          </span>
        </>
      ),
    },
    {
      key: 'slug',
      title: words.fields.slug,
      room: 'some',
      cell: ({ values }) => <span className={`${parts.code} ${classes.slug}`}>{values.slug}</span>,
    },
    {
      key: 'admin',
      title: words.rows.admin,
      room: 'much',
      cell: ({ values }) => (
        <>
          {values.admin_email}
          {values.admin_user_id ? <span className={frame.under}>{values.admin_user_id}</span> : null}
        </>
      ),
    },
    {
      key: 'state',
      title: words.rows.state,
      room: 'some',
      cell: (row) => <State row={row} faults={faults.get(row.id)} />,
    },
    { key: 'line', title: words.rows.line, room: 'much', cell: ({ line }) => line },
  ];
  return (
    <DataTable
      caption={words.rows.caption}
      columns={columns}
      rows={rows}
      getId={(row) => row.id}
      openId={openId}
      onOpen={onOpen}
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
      <span className={frame.chip} data-tone={TONES[state]}>
        {words.rows.states[state]}
      </span>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
