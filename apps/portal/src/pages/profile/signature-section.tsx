import { Button, TextInput } from '@mantine/core';
import { IconExternalLink, IconWritingSign } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteSignature, saveSignature, signatureQuery } from '../../api/eid-console.ts';
import { meSignatureSetBody } from '../../api/generated/bodies.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { focusSection, Section } from '../../ui/page/section.tsx';
import { Done, EmptyState, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import classes from './profile.module.css';
import { isShownHere, isWholeAddress } from './signature-address.ts';
import { type Said, UploadedSignature } from './uploaded-signature.tsx';
import { profileWords } from './words.ts';

export function SignatureSection() {
  const { signature: words } = usePageWords(profileWords);
  const query = useQuery(signatureQuery);
  const [said, setSaid] = useState<Said>(null);
  return (
    <Section id="signature" title={words.heading} lead={words.lead}>
      <Done testId="signature-said">{said === null ? null : words[said]}</Done>
      <Loaded query={query} source="platform" lines={2}>
        {({ url, image }) => (
          <>
            <UploadedSignature image={image} onSaid={setSaid} />
            <SignatureImage url={url} isUploaded={image !== undefined} onSaid={setSaid} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface SignatureImageProps {
  url: string;
  isUploaded: boolean;
  onSaid(said: Said): void;
}

function SignatureImage({ url, isUploaded, onSaid }: SignatureImageProps) {
  const { signature: words } = usePageWords(profileWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [mode, setMode] = useState<'show' | 'edit' | 'remove'>('show');

  const remove = useMutation({
    mutationFn: deleteSignature,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: signatureQuery.queryKey });
      setMode('show');
      onSaid('removed');
      focusSection('signature');
    },
  });

  if (mode === 'edit') {
    return (
      <AddressForm
        url={url}
        onDone={(saved) => {
          setMode('show');
          onSaid(saved ? 'saved' : null);
          focusSection('signature');
        }}
      />
    );
  }
  const edit = () => {
    onSaid(null);
    setMode('edit');
  };
  return (
    <>
      {url === '' && isUploaded ? null : url === '' ? (
        <EmptyState icon={<IconWritingSign size={30} stroke={1.5} />} title={words.empty}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <Preview key={url} url={url} />
      )}
      <div className={formStyle.actions}>
        <Button variant="default" data-testid="signature-edit" onClick={edit}>
          {url === '' ? words.add : words.change}
        </Button>
        {url === '' ? null : (
          <Button
            variant="default"
            data-testid="signature-remove"
            onClick={() => {
              onSaid(null);
              remove.reset();
              setMode('remove');
            }}
          >
            {words.remove}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={mode === 'remove'}
        title={words.removeTitle}
        action={words.remove}
        isPending={remove.isPending}
        failure={<Failed text={remove.error ? explain(remove.error) : null} />}
        onConfirm={() => remove.mutate()}
        onCancel={() => setMode('show')}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </>
  );
}

function Preview({ url }: { url: string }) {
  const { signature: words } = usePageWords(profileWords);
  const { opensNewTab } = usePageWords(uiWords);
  const [isBroken, setIsBroken] = useState(false);
  const isHere = isShownHere(url, window.location.origin);
  return (
    <div className={classes.preview} data-testid="signature-preview">
      {isHere && !isBroken ? (
        <img src={url} alt={words.alt} onError={() => setIsBroken(true)} />
      ) : (
        <p>{isBroken ? words.broken : words.elsewhere(URL.canParse(url) ? new URL(url).host : url)}</p>
      )}
      <p className={`${textStyle.quiet} ${textStyle.small} ${textStyle.number}`}>{url}</p>
      <a href={url} target="_blank" rel="noreferrer noopener">
        {words.open} ({opensNewTab}) <IconExternalLink size={16} aria-hidden="true" />
      </a>
    </div>
  );
}

interface AddressFormProps {
  url: string;
  onDone(saved: boolean): void;
}

function AddressForm({ url, onDone }: AddressFormProps) {
  const { signature: words } = usePageWords(profileWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: saveSignature,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: signatureQuery.queryKey });
      onDone(true);
    },
  });
  const form = useBodyForm({
    schema: meSignatureSetBody,
    keepAs: 'signature-picture',
    initial: { url },
    toBody: (values) => ({ url: values.url.trim() }),
    check: (values) => {
      const address = values.url.trim();
      return address === '' || isWholeAddress(address) ? {} : { url: words.notHttps };
    },
    onSend: (body) => save.mutate(body.url),
    error: save.error,
    isPending: save.isPending,
  });

  return (
    <form className={formStyle.narrow} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <TextInput
        {...form.field('url')}
        autoFocus
        size="md"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        label={words.label}
        description={words.hint}
        placeholder="https://"
        data-testid="signature-url"
      />
      <Failed text={save.error && !form.hasFaults ? explain(save.error) : null} />
      <FormActions
        form={form}
        submit={words.save}
        testId="signature-save"
        isPending={save.isPending}
        onCancel={() => onDone(false)}
      />
    </form>
  );
}
