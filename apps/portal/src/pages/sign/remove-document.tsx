import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  isGone,
  removeSignedDocument,
  SIGNED_DOCUMENTS_KEY,
  type SignedDocument,
  signedDocumentsQuery,
} from '../../api/signing.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { documentsWords } from './documents-words.ts';

interface RemoveDocumentProps {
  document: SignedDocument | null;
  onRemoved(document: SignedDocument): void;
  onCancel(): void;
}

export function RemoveDocument({ document, onRemoved, onCancel }: RemoveDocumentProps) {
  const words = usePageWords(documentsWords);
  const client = useQueryClient();
  // The text stays while the dialog fades out.
  const last = useRef(document);
  if (document) last.current = document;
  const remove = useMutation({
    mutationFn: ({ id }: SignedDocument) =>
      removeSignedDocument(id).catch((error: unknown) => {
        // Deleted elsewhere meanwhile.
        if (!isGone(error)) throw error;
      }),
    onSuccess: (_, gone) => {
      client.setQueryData(
        signedDocumentsQuery.queryKey,
        (list) => list && { items: list.items.filter(({ id }) => id !== gone.id), total: list.total - 1 },
      );
      onRemoved(gone);
    },
    onSettled: () => client.invalidateQueries({ queryKey: SIGNED_DOCUMENTS_KEY }),
  });
  return (
    <ConfirmDialog
      isOpen={document !== null}
      title={words.removeTitle(last.current?.name ?? '')}
      action={words.remove}
      isPending={remove.isPending}
      failure={<ActionFailure error={remove.error} />}
      onConfirm={() => document && remove.mutate(document)}
      onCancel={() => {
        remove.reset();
        onCancel();
      }}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  );
}
