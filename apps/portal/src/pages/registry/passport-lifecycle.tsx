import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  archivePassport,
  deletePassport,
  type Passport,
  publishPreviewQuery,
  restorePassport,
} from '../../api/registry.ts';
import { readStepUpFailure } from '../../features/step-up/step-up.tsx';
import { useConfirmedChange } from '../../features/unattended/unattended.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { publishWords } from './publish-words.ts';

interface PassportLifecycleProps {
  passport: Passport;
  /** The displayed name. */
  name: string;
  isChanged: boolean;
  /** True if there are unpublished changes. */
  isDue: boolean;
  onDone(passport: Passport, text: string): void;
}

/** Publishing is the primary action; archiving and deleting are secondary and ask for confirmation. */
export function PassportLifecycle({ passport, name, isChanged, isDue, onDone }: PassportLifecycleProps) {
  const { editor } = usePageWords(editorWords);
  const words = usePageWords(publishWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'publish' | 'archive' | 'delete' | null>(null);
  const { data: open } = useQuery({ ...publishPreviewQuery(passport.id), enabled: asked === 'archive' });
  const archive = useMutation({
    mutationFn: () => archivePassport(passport.id),
    onSuccess: (archived) => {
      setAsked(null);
      onDone(archived, words.archivedDone);
    },
  });
  const change = useConfirmedChange();
  const restore = useMutation({
    mutationFn: () => change.run((confirmation) => restorePassport(passport.id, confirmation)),
    onSuccess: (restored) =>
      onDone(restored, words.restoredDone[restored.status === 'published' ? 'published' : 'draft']),
  });
  const removal = useMutation({
    mutationFn: () => deletePassport(passport.id),
    onSuccess: () => {
      for (const name of ['services', 'overview', 'once-only'])
        client.invalidateQueries({ queryKey: ['registry', name] });
      navigate('/registry/services', { replace: true, state: { deleted: name } });
    },
  });
  const isArchived = passport.status === 'archived';
  const close = () => {
    archive.reset();
    removal.reset();
    setAsked(null);
  };

  return (
    <div className={classes.headActions}>
      {isArchived ? (
        <Button loading={restore.isPending} data-testid="restore" onClick={() => restore.mutate()}>
          {editor.restore}
        </Button>
      ) : (
        <>
          {/* Edits have to be saved first, so that there is one action at a time. */}
          <Button
            variant={isDue && !isChanged ? 'filled' : 'default'}
            data-testid="publish"
            onClick={() => setAsked('publish')}
          >
            {editor.publish}
          </Button>
          <Button variant="default" data-testid="archive" onClick={() => setAsked('archive')}>
            {editor.archive}
          </Button>
        </>
      )}
      {passport.status === 'published' ? null : (
        <Button className={buttonStyle.dangerOutline} data-testid="delete" onClick={() => setAsked('delete')}>
          {editor.delete}
        </Button>
      )}
      <ActionFailure error={readStepUpFailure(restore.error)} />
      {change.dialog}
      <PublishDialog
        passport={passport}
        isChanged={isChanged}
        isOpen={asked === 'publish'}
        onClose={close}
        onPublished={(published, version) => {
          close();
          onDone(published, words.done(version));
        }}
      />
      <ConfirmDialog
        isOpen={asked === 'archive'}
        title={words.archiveTitle(name)}
        action={editor.archive.replace('…', '')}
        isPending={archive.isPending}
        failure={<ActionFailure error={archive.error} />}
        onConfirm={() => archive.mutate()}
        onCancel={close}
      >
        <p>{words.archiveText}</p>
        {open && open.drafts > 0 ? (
          <p data-testid="archive-drafts">{words.archiveDrafts(open.drafts)}</p>
        ) : null}
        <p>{words.archiveUndo}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={words.deleteTitle(name)}
        action={editor.delete.replace('…', '')}
        isPending={removal.isPending}
        failure={<ActionFailure error={removal.error} />}
        onConfirm={() => removal.mutate()}
        onCancel={close}
      >
        <p>{words.deleteText}</p>
      </ConfirmDialog>
    </div>
  );
}
