import { Button } from '@mantine/core';
import { useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import dialogStyle from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import classes from './space.module.css';
import type { NamedFile } from './upload-queue.ts';
import { spacePageWords } from './words.ts';

const MOST_NAMED = 5;

interface ClashDialogProps {
  files: readonly NamedFile[];
  onChoice(choice: 'replace' | 'keep' | 'skip'): void;
}

/** Asks before an upload replaces files; one answer serves all files of a choice. */
export function ClashDialog({ files, onChoice }: ClashDialogProps) {
  const { clash: words } = usePageWords(spacePageWords);
  // The text stays while the dialog fades out.
  const last = useRef(files);
  if (files.length > 0) last.current = files;
  const names = [...new Set(last.current.map(({ name }) => name))];
  const [only = ''] = names;
  return (
    <Dialog
      isOpen={files.length > 0}
      title={names.length > 1 ? words.titleMany(names.length) : words.title(only)}
      onClose={() => onChoice('skip')}
      data-testid="clash"
    >
      {names.length > 1 ? (
        <ul className={classes.clashNames}>
          {names.slice(0, MOST_NAMED).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > MOST_NAMED ? <li>{words.others(names.length - MOST_NAMED)}</li> : null}
        </ul>
      ) : null}
      <p>{words.text}</p>
      <div className={dialogStyle.actions}>
        <Button data-autofocus data-testid="clash-keep" onClick={() => onChoice('keep')}>
          {words.keep}
        </Button>
        <Button variant="default" data-testid="clash-replace" onClick={() => onChoice('replace')}>
          {words.replace}
        </Button>
        <Button variant="subtle" data-testid="clash-skip" onClick={() => onChoice('skip')}>
          {words.skip}
        </Button>
      </div>
    </Dialog>
  );
}
