import { usePageWords } from '../../../i18n/provider.tsx';
import noteStyle from '../../../ui/note.module.css';
import { ActionFailure } from '../../../ui/states/states.tsx';
import classes from './bulk.module.css';
import type { BulkWork } from './bulk-work.tsx';
import { type BulkRow, countOutcomes } from './rows.ts';
import { bulkWords } from './words.ts';

interface RunSummaryProps {
  rows: readonly BulkRow[];
  progress: BulkWork['progress'];
  failure: unknown;
  faultCount: number;
}

/** Always on the page, so that screen readers announce each step of a run. */
export function RunSummary({ rows, progress, failure, faultCount }: RunSummaryProps) {
  const { rows: words } = usePageWords(bulkWords);
  const counts = countOutcomes(rows);
  const wasSent = Object.values(counts).some((count) => count > 0);
  const isAllDone = counts.created === rows.length;
  return (
    <>
      <div role="status" data-testid="bulk-summary" data-busy={progress !== null}>
        {progress ? (
          <div className={classes.progress}>
            <p>{words.progress(progress.done, progress.total)}</p>
            <progress
              value={progress.done}
              max={progress.total}
              aria-label={words.progress(progress.done, progress.total)}
            />
          </div>
        ) : wasSent ? (
          <div className={noteStyle.note} data-tone={isAllDone ? 'good' : undefined}>
            <h2 className={noteStyle.noteTitle}>{failure ? words.stopped : words.summary(counts)}</h2>
            {failure ? <p>{words.summary(counts)}</p> : null}
            {isAllDone ? <p>{words.finished}</p> : null}
            {faultCount > 0 ? <p>{words.notSent(faultCount)}</p> : null}
            {counts.created > 0 ? <p>{words.whatNext}</p> : null}
          </div>
        ) : faultCount > 0 ? (
          <p className={noteStyle.note} data-tone="warn">
            {words.notSent(faultCount)}
          </p>
        ) : null}
      </div>
      <ActionFailure error={failure} />
    </>
  );
}
