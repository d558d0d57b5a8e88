import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  deleteUploadedSignature,
  signatureFilePath,
  signatureQuery,
  type UploadedImage,
  uploadSignature,
} from '../../api/eid-console.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { focusSection } from '../../ui/page/section.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import classes from './profile.module.css';
import { profileWords } from './words.ts';

/** What was done last to the signature image. */
export type Said = 'saved' | 'removed' | 'uploaded' | null;

interface UploadedSignatureProps {
  image: UploadedImage | undefined;
  onSaid(said: Said): void;
}

/** The image that the person uploaded, which documents show rather than the one at an address. */
export function UploadedSignature({ image, onSaid }: UploadedSignatureProps) {
  const { signature: words } = usePageWords(profileWords);
  const explain = useExplanation('platform', words.uploadCodes);
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const settle = async (said: Said) => {
    await client.invalidateQueries({ queryKey: signatureQuery.queryKey });
    setIsRemoving(false);
    onSaid(said);
    focusSection('signature');
  };
  const send = useMutation({ mutationFn: uploadSignature, onSuccess: () => settle('uploaded') });
  const remove = useMutation({ mutationFn: deleteUploadedSignature, onSuccess: () => settle('removed') });

  return (
    <>
      {image ? (
        <div className={classes.preview} data-testid="signature-uploaded">
          {image.state === 'infected' ? null : <img src={signatureFilePath(image.sha256)} alt={words.alt} />}
          <p className={`${textStyle.quiet} ${textStyle.small}`}>
            {image.state === 'ready' ? words.uploadedFirst : words.uploadStates[image.state]}
          </p>
        </div>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        data-testid="signature-file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Reset, so that the same file can be chosen again after a failure.
          event.currentTarget.value = '';
          if (file === undefined) return;
          onSaid(null);
          send.mutate(file);
        }}
      />
      <Failed text={send.error ? explain(send.error) : null} />
      <p className={textStyle.quiet} id="signature-file-hint">
        {words.uploadHint}
      </p>
      <div className={formStyle.actions}>
        <Button
          variant="default"
          loading={send.isPending}
          leftSection={<IconUpload size={18} aria-hidden="true" />}
          aria-describedby="signature-file-hint"
          data-testid="signature-upload"
          onClick={() => input.current?.click()}
        >
          {image ? words.uploadAnother : words.upload}
        </Button>
        {image ? (
          <Button
            variant="default"
            data-testid="signature-upload-remove"
            onClick={() => {
              onSaid(null);
              remove.reset();
              setIsRemoving(true);
            }}
          >
            {words.removeUpload}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        title={words.removeTitle}
        action={words.removeUpload}
        isPending={remove.isPending}
        failure={<Failed text={remove.error ? explain(remove.error) : null} />}
        onConfirm={() => remove.mutate()}
        onCancel={() => setIsRemoving(false)}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </>
  );
}
