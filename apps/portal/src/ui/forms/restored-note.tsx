import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import noteStyle from '../note.module.css';
import { uiWords } from '../words.ts';
import classes from './form.module.css';
import type { Meanwhile } from './use-body-form.ts';
import type { Restored } from './use-typed.ts';

interface RestoredNoteProps {
  form: { restored: Restored | null; meanwhile?: Meanwhile | null; startOver(): void };
  /** Names of fields whose input has no label of its own. */
  labels?: Readonly<Record<string, string>>;
}

/** Says that a form shows what the person typed earlier and never sent, or what another person saved meanwhile. */
export function RestoredNote({ form, labels = {} }: RestoredNoteProps) {
  return (
    <>
      {form.meanwhile ? <MeanwhileNote meanwhile={form.meanwhile} labels={labels} /> : null}
      <TypedNote form={form} />
    </>
  );
}

function MeanwhileNote({
  meanwhile,
  labels,
}: {
  meanwhile: Meanwhile;
  labels: Readonly<Record<string, string>>;
}) {
  const { meanwhile: words } = usePageWords(uiWords);
  const box = useRef<HTMLDivElement>(null);
  const { changed, theirs } = meanwhile;
  // The button was pressed below, where the person does not see this.
  useEffect(() => {
    if (meanwhile.changed.length > 0) box.current?.focus();
  }, [meanwhile]);
  const nameOf = (field: string) => labels[field] ?? findLabel(field);
  const names = changed.flatMap((field) => nameOf(field) ?? []);
  return (
    <div
      ref={box}
      className={noteStyle.note}
      data-tone="warn"
      role="alert"
      tabIndex={-1}
      data-testid="meanwhile"
    >
      <p>{words.text(names.join(', '))}</p>
      {Object.entries(theirs).map(([field, text]) => (
        <p key={field}>{words.theirs(nameOf(field) ?? field, text)}</p>
      ))}
    </div>
  );
}

/** The label of a field's input: its id is the name of the field. */
function findLabel(field: string): string | undefined {
  const input = document.getElementById(field);
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
    ? (input.labels?.[0]?.textContent ?? undefined)
    : undefined;
}

function TypedNote({ form }: RestoredNoteProps) {
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
