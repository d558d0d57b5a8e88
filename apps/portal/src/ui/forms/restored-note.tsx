import { Button } from '@mantine/core';
import { useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import noteStyle from '../note.module.css';
import { uiWords } from '../words.ts';
import classes from './form.module.css';
import type { Restored } from './use-typed.ts';

interface RestoredNoteProps {
  form: { restored: Restored | null; startOver(): void };
}

/** Says that a form shows what the person typed earlier and never sent. */
export function RestoredNote({ form }: RestoredNoteProps) {
  const { restored: words } = usePageWords(uiWords);
  const box = useRef<HTMLDivElement>(null);
  if (form.restored === null) return null;
  const discard = () => {
    // The pressed button disappears, and the focus would be lost with it.
    const fields = box.current?.parentElement?.querySelectorAll<HTMLElement>('input, textarea, select');
    form.startOver();
    fields?.[0]?.focus();
  };
  return (
    <div ref={box} className={noteStyle.note} role="status" data-testid="restored">
      <p>
        {words.text} {form.restored.isOutdated ? words.outdated : null}
      </p>
      <div className={classes.actions}>
        <Button variant="default" size="compact-md" data-testid="discard-restored" onClick={discard}>
          {words.discard}
        </Button>
      </div>
    </div>
  );
}
