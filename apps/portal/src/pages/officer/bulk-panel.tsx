import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { govOfficerReassignBody, govOfficerRequestInfoBody } from '../../api/generated/bodies.ts';
import { colleaguesQuery, type QueueItem } from '../../api/officer.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { uiWords } from '../../ui/words.ts';
import classes from './bulk.module.css';
import type { BulkOrder } from './bulk-run.ts';
import { bulkWords } from './bulk-words.ts';
import { caseWords } from './case-words.ts';
import { sortColleagues } from './colleagues.ts';
import { MOST_SELECTED, nameBulkText, type useBulk } from './use-bulk.ts';
import { workWords } from './work-words.ts';

interface BulkPanelProps {
  bulk: ReturnType<typeof useBulk>;
  /** The cases on the screen: nothing unseen is ever changed. */
  items: readonly QueueItem[];
}

/** What can be done to the selected cases, and then the result of each. */
export function BulkPanel({ bulk, items }: BulkPanelProps) {
  const words = usePageWords(bulkWords);
  const [asked, setAsked] = useState<'give' | 'ask' | null>(null);
  const chosen = items.filter(({ id }) => bulk.selected?.has(id));
  if (bulk.selected === null) return null;
  if (bulk.rows.length > 0) return <Results bulk={bulk} />;
  const run = (order: BulkOrder) => {
    setAsked(null);
    bulk.run(chosen, order);
  };
  const all = items.slice(0, MOST_SELECTED);
  return (
    <section className={classes.panel} aria-labelledby="bulk-title" data-testid="bulk">
      <h2 id="bulk-title" role="status" data-testid="bulk-count">
        {words.selected(chosen.length)}
      </h2>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-md"
          data-testid="bulk-all"
          onClick={() =>
            bulk.select(chosen.length === all.length ? new Set() : new Set(all.map(({ id }) => id)))
          }
        >
          {chosen.length === all.length ? words.unselect : words.selectAll(all.length)}
        </Button>
        {(['take', 'give', 'ask'] as const).map((action) => (
          <Button
            key={action}
            variant={action === 'take' ? 'filled' : 'default'}
            size="compact-md"
            disabled={chosen.length === 0}
            aria-expanded={action === 'take' ? undefined : asked === action}
            data-testid={`bulk-${action}`}
            onClick={() => (action === 'take' ? run({ action }) : setAsked(asked === action ? null : action))}
          >
            {words.actions[action]}
          </Button>
        ))}
      </div>
      <p className={classes.quiet}>
        {words.neverDecides} {items.length > MOST_SELECTED ? words.most(MOST_SELECTED) : null}
      </p>
      {asked && chosen.length > 0 ? (
        <BulkForm
          key={asked}
          action={asked}
          count={chosen.length}
          onRun={run}
          onCancel={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}

interface BulkFormProps {
  action: 'give' | 'ask';
  count: number;
  onRun(order: BulkOrder): void;
  onCancel(): void;
}

function BulkForm({ action, count, onRun, onCancel }: BulkFormProps) {
  const { language } = useLanguage();
  const words = usePageWords(bulkWords);
  const work = usePageWords(workWords);
  const single = usePageWords(caseWords);
  const shared = usePageWords(uiWords);
  const { data } = useQuery({ ...colleaguesQuery(null), enabled: action === 'give' });
  const form = useBodyForm({
    schema: action === 'give' ? govOfficerReassignBody : govOfficerRequestInfoBody,
    keepAs: nameBulkText(action),
    isForgottenByPage: true,
    initial: { to: '', reason: '', note: '' },
    toBody: ({ to, reason, note }) =>
      action === 'give' ? { to, reason: reason.trim() } : { note: note.trim() },
    hints: { to: work.chooseColleague },
    check: ({ note }) => (action === 'ask' && note.trim() === '' ? { note: single.askMissing } : {}),
    onSend: ({ to = '', reason = '', note = '' }: { to?: string; reason?: string; note?: string }) =>
      onRun(action === 'give' ? { action, to, note: reason } : { action, note }),
  });
  return (
    <form
      className={formStyle.form}
      onSubmit={form.send}
      noValidate
      data-testid={`bulk-form-${action}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <RestoredNote form={form} />
      {action === 'give' ? (
        <>
          <NativeSelect
            {...form.field('to')}
            label={work.colleague}
            autoFocus
            data-testid="bulk-colleague"
            data={[
              { value: '', label: work.chooseColleague },
              ...sortColleagues(data?.items ?? [], null, language),
            ]}
          />
          <Textarea {...form.field('reason')} label={work.reason} description={work.reasonHint} rows={2} />
        </>
      ) : (
        <Textarea
          {...form.field('note')}
          label={single.askNote}
          description={single.askHint}
          rows={3}
          autoFocus
          data-testid="bulk-note"
        />
      )}
      <div className={formStyle.actions}>
        <Button type="submit" data-testid="bulk-send">
          {action === 'ask' ? words.askSend(count) : words.actions.give}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            form.forget();
            onCancel();
          }}
        >
          {shared.cancel}
        </Button>
      </div>
    </form>
  );
}

function Results({ bulk }: { bulk: BulkPanelProps['bulk'] }) {
  const words = usePageWords(bulkWords);
  const explain = useExplanation('server');
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, order, isRunning } = bulk;
  const count = (state: (typeof rows)[number]['state']) => rows.filter((row) => row.state === state).length;
  const failed = count('failed') + count('unsent');
  const undone = count('undone');
  const isUndoable = order?.action !== 'ask' && count('done') > 0;
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.panel} aria-labelledby="bulk-results" data-testid="bulk-results">
      <h2 id="bulk-results" tabIndex={-1} ref={heading}>
        {words.results}
      </h2>
      <p role="status" data-testid="bulk-summary">
        {isRunning
          ? words.running(rows.length - count('waiting'), rows.length)
          : undone > 0
            ? words.undoFinished(undone)
            : words.finished(count('done') + count('same'), failed)}
      </p>
      <ul className={classes.results}>
        {rows.map(({ item, state, error }) => (
          <li key={item.id} className={classes.row} data-state={state} data-testid="bulk-row">
            <span>
              <b>{item.reference_no}</b> {item.applicant.full_name}
            </span>
            <span className={classes.outcome}>
              {state === 'failed' ? explain(error) : words.states[state]}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        {isUndoable ? (
          <Button
            variant="default"
            size="compact-md"
            loading={isRunning}
            data-testid="bulk-undo"
            onClick={bulk.undo}
          >
            {words.undo}
          </Button>
        ) : null}
        <Button
          variant="default"
          size="compact-md"
          disabled={isRunning}
          data-testid="bulk-close"
          onClick={bulk.close}
        >
          {words.close}
        </Button>
      </div>
    </section>
  );
}
