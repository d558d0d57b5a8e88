import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { consoleSessionQuery, createTenants, TENANTS_KEY } from '../../../api/console.ts';
import { readFailure } from '../../../api/errors.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useStepUp } from '../../../shell/console/step-up.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { downloadCsv } from '../../../ui/table/csv.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import classes from './bulk.module.css';
import type { BulkWork, ChangeWork } from './bulk-work.tsx';
import { writeOutcomes } from './outcome-csv.ts';
import { RowDetail } from './row-detail.tsx';
import { nameRowState, ROW_STATES, type RowState } from './row-state.ts';
import { type BulkRow, findFaults, listSendable, type Values } from './rows.ts';
import { RowsTable } from './rows-table.tsx';
import { RunSummary } from './run-summary.tsx';
import { sendRows } from './send-rows.ts';
import { bulkWords } from './words.ts';

interface RowsStepProps {
  work: BulkWork;
  rows: BulkRow[];
  change: ChangeWork;
  onRestart(): void;
}

export function RowsStep({ work, rows, change, onRestart }: RowsStepProps) {
  const words = usePageWords(bulkWords);
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const filters = useFilters();
  const [openId, setOpenId] = useState<string | null>(null);
  const [shown, setShown] = useState<RowState | 'all'>('all');
  const [isRestarting, setIsRestarting] = useState(false);
  const faults = useMemo(() => findFaults(rows, work.reason), [rows, work.reason]);
  const sendable = useMemo(() => listSendable(rows, faults), [rows, faults]);
  const stateOf = (row: BulkRow) => nameRowState(row, faults.get(row.id));
  const counts = new Map(ROW_STATES.map((state) => [state, 0]));
  for (const row of rows) counts.set(stateOf(row), (counts.get(stateOf(row)) ?? 0) + 1);

  const isBusy = work.progress !== null;
  const wasSent = rows.some((row) => row.outcome !== null);
  const toCorrect = rows.filter((row) => ['fault', 'refused', 'exists'].includes(stateOf(row)));
  const listed = shown === 'all' ? rows : rows.filter((row) => stateOf(row) === shown || row.id === openId);
  const opened = rows.find((row) => row.id === openId);

  const send = async () => {
    if (isBusy || sendable.length === 0) return;
    setOpenId(null);
    change(() => ({ progress: { done: 0, total: sendable.length }, failure: null }));
    const failure = await sendRows({
      rows: sendable,
      commonReason: work.reason,
      create: (organisations) => withStepUp(() => createTenants(organisations)),
      onOutcomes: (outcomes) =>
        change((before) => ({
          rows: (before.rows ?? []).map((row) => ({ ...row, outcome: outcomes.get(row.id) ?? row.outcome })),
          progress: before.progress && { ...before.progress, done: before.progress.done + outcomes.size },
        })),
    });
    const hasEnded = failure !== null && readFailure(failure).kind === 'unauthorized';
    change(() => ({ progress: null, failure: hasEnded ? null : failure }));
    // The sign-in replaces this page, and the rows are still here afterwards.
    if (hasEnded) client.setQueryData(consoleSessionQuery.queryKey, null);
    else void client.invalidateQueries({ queryKey: TENANTS_KEY });
  };

  const save = (row: BulkRow, values: Values) => {
    const corrected = rows.map((each) => (each.id === row.id ? { ...each, values, outcome: null } : each));
    change(() => ({ rows: corrected }));
    const left = findFaults(corrected, work.reason);
    // A row with errors stays open; otherwise the next waiting row opens.
    if (left.has(row.id)) return;
    setOpenId(toCorrect.find((each) => each.id !== row.id && each.line > row.line)?.id ?? null);
  };

  const remove = (gone: readonly BulkRow[]) => {
    setOpenId(null);
    // A created row stays as a record.
    const isKept = (row: BulkRow) => row.outcome?.kind === 'created' || !gone.includes(row);
    change(() => ({ rows: rows.filter(isKept) }));
  };

  const restart = () => {
    setIsRestarting(false);
    onRestart();
  };
  const unsent = rows.filter((row) => row.outcome?.kind !== 'created').length;

  return (
    <>
      <ListAndDetail
        title={words.title}
        lead={[
          words.rows.count(rows.length),
          ...(work.unusedColumns.length > 0 ? [words.rows.unused(work.unusedColumns.join(', '))] : []),
        ].join('. ')}
        openId={openId}
        action={
          <>
            {wasSent ? (
              <Button
                variant="default"
                data-testid="bulk-download"
                onClick={() => downloadCsv('organisations.csv', writeOutcomes(rows))}
              >
                {words.rows.download}
              </Button>
            ) : null}
            <Button
              variant="default"
              disabled={isBusy}
              data-testid="bulk-restart"
              onClick={() => (unsent > 0 ? setIsRestarting(true) : restart())}
            >
              {words.rows.restart}
            </Button>
            {sendable.length > 0 ? (
              <Button loading={isBusy} data-testid="bulk-send" onClick={send}>
                {wasSent ? words.rows.sendAgain(sendable.length) : words.rows.send(sendable.length)}
              </Button>
            ) : null}
          </>
        }
        filters={
          <>
            <RunSummary
              rows={rows}
              progress={work.progress}
              failure={work.failure}
              faultCount={faults.size}
            />
            <div className={classes.controls}>
              <TextInput
                className={classes.reason}
                label={words.input.reason}
                value={work.reason}
                maxLength={500}
                disabled={isBusy}
                data-testid="bulk-reason"
                onChange={(event) => {
                  const reason = event.currentTarget.value;
                  change(() => ({ reason }));
                }}
              />
              <NativeSelect
                className={classes.show}
                label={words.rows.show}
                value={shown}
                data-testid="bulk-show"
                data={[
                  { value: 'all', label: `${words.rows.all} (${rows.length})` },
                  ...ROW_STATES.filter((state) => (counts.get(state) ?? 0) > 0 || state === shown).map(
                    (state) => ({
                      value: state,
                      label: `${words.rows.states[state]} (${counts.get(state)})`,
                    }),
                  ),
                ]}
                onChange={(event) => {
                  setShown(event.currentTarget.value as RowState | 'all');
                  filters.set({ offset: null });
                }}
              />
              {toCorrect[0] && !isBusy ? (
                <Button
                  variant="default"
                  data-testid="bulk-correct"
                  onClick={() => setOpenId(toCorrect[0]?.id ?? null)}
                >
                  {words.rows.correct(toCorrect.length)}
                </Button>
              ) : null}
            </div>
          </>
        }
        detail={
          opened ? (
            <RowDetail
              key={opened.id}
              row={opened}
              faults={faults.get(opened.id)}
              hasNext={toCorrect.some((row) => row.line > opened.line)}
              isBusy={isBusy}
              onSave={(values) => save(opened, values)}
              onRemove={() => remove([opened])}
              onClose={() => setOpenId(null)}
            />
          ) : null
        }
      >
        <RowsTable
          rows={listed}
          faults={faults}
          openId={openId}
          isBusy={isBusy}
          onOpen={setOpenId}
          onRemove={remove}
        />
      </ListAndDetail>
      <ConfirmDialog
        isOpen={isRestarting}
        title={words.rows.restartTitle}
        action={words.rows.restart}
        isPending={false}
        failure={<ActionFailure error={null} />}
        onConfirm={restart}
        onCancel={() => setIsRestarting(false)}
      >
        <p>{words.rows.restartText(unsent)}</p>
      </ConfirmDialog>
    </>
  );
}
