import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { ActionFailure, Done } from '../states/states.tsx';
import classes from './table.module.css';
import type { ExportRun } from './use-export.ts';
import { tableWords } from './words.ts';

/** How far an export has come, a way to stop it, and how it ended. */
export function ExportState({ save, progress, stop }: ExportRun) {
  const words = usePageWords(tableWords);
  const format = useNumber();
  const { count, waitSeconds } = progress;
  if (save.isPending) {
    return (
      <div className={classes.exporting} data-testid="saving">
        <progress aria-label={words.saving} />
        {/* Not a live region: it changes with every page. */}
        <p>
          {words.read(format(count))}
          {waitSeconds === null ? null : ` ${words.waiting(format(waitSeconds))}`}
        </p>
        <Button variant="default" size="compact-sm" data-testid="stop-saving" onClick={stop}>
          {words.stop}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Done testId="saved">{save.data ? describe(save.data) : null}</Done>
      <ActionFailure error={save.error} />
    </>
  );

  function describe({ count: written, isCut, isStopped }: NonNullable<ExportRun['save']['data']>) {
    if (isStopped) return words.stopped;
    return (isCut ? words.savedPart : words.saved)(format(written));
  }
}
