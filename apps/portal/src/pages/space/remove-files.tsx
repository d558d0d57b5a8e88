import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { readFailure } from '../../api/errors.ts';
import { removeFromSpace, spaceQuery } from '../../api/space.ts';
import { spaceWords } from '../../features/space/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { patiently } from './patiently.ts';
import { spacePageWords } from './words.ts';

interface RemoveFilesProps {
  names: readonly string[];
  onRemoved(names: readonly string[]): void;
  onCancel(): void;
}

export function RemoveFiles({ names, onRemoved, onCancel }: RemoveFilesProps) {
  const { detail: words } = usePageWords(spacePageWords);
  const { codes } = usePageWords(spaceWords);
  const explain = useExplanation('server', codes);
  const client = useQueryClient();
  // The text stays while the dialog fades out.
  const last = useRef(names);
  if (names.length > 0) last.current = names;
  const [only = ''] = last.current;
  const remove = useMutation({
    mutationFn: async (gone: readonly string[]) => {
      for (const name of gone) await patiently(() => removeFromSpace(name)).catch(ignoreMissing);
    },
    onSuccess: (_, gone) => {
      client.setQueryData(
        spaceQuery.queryKey,
        (space) => space && { ...space, files: space.files.filter(({ name }) => !gone.includes(name)) },
      );
      onRemoved(gone);
    },
    onSettled: () => client.invalidateQueries({ queryKey: spaceQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      isOpen={names.length > 0}
      title={last.current.length > 1 ? words.removeManyTitle(last.current.length) : words.removeTitle(only)}
      action={words.removeYes}
      isPending={remove.isPending}
      failure={<Failed text={remove.error ? explain(remove.error) : null} />}
      onConfirm={() => remove.mutate(names)}
      onCancel={() => {
        remove.reset();
        onCancel();
      }}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  );
}

/** A file that was deleted elsewhere meanwhile counts as deleted. */
function ignoreMissing(error: unknown): void {
  const failure = readFailure(error);
  if (failure.kind !== 'refused' || failure.status !== 404) throw error;
}
