import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Application,
  type Credentials,
  credentialsQuery,
  endOldSecret,
  rotateSecret,
  type Side,
  usesSecret,
} from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { ActionFailure, Done, Loaded } from '../../ui/states/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readStepUpFailure, useStepUp } from '../step-up/step-up.tsx';
import { CredentialList, isRecent, LastUse } from './credential-list.tsx';
import { credentialWords } from './credential-words.ts';
import { SecretPanel } from './secret-panel.tsx';
import { applicationsWords } from './words.ts';

interface SecretPartProps {
  side: Side;
  application: Application;
  /** The application after a rotation, without its secret. */
  onChanged(application: Application): void;
}

/** The secrets and keys of an application with their last use, and the rotation of its secret. */
export function SecretPart({ side, application, onChanged }: SecretPartProps) {
  const query = useQuery(credentialsQuery(side, application.id));
  return (
    <Loaded query={query}>
      {(credentials) => (
        <>
          {usesSecret(application) ? (
            <Secrets side={side} application={application} credentials={credentials} onChanged={onChanged} />
          ) : (
            <CredentialList credentials={credentials} />
          )}
        </>
      )}
    </Loaded>
  );
}

function Secrets({
  side,
  application,
  credentials,
  onChanged,
}: SecretPartProps & { credentials: Credentials }) {
  const { secret: words } = usePageWords(applicationsWords);
  const client = useQueryClient();
  const [grace, setGrace] = useState(86_400);
  const [asked, setAsked] = useState<'rotate' | 'end' | null>(null);
  const reload = () =>
    client.invalidateQueries({ queryKey: credentialsQuery(side, application.id).queryKey });
  const stepUp = useStepUp();
  const rotation = useMutation({
    mutationFn: () => stepUp.run(() => rotateSecret(side, application.id, grace)),
    onSuccess: ({ secret: _shownOnce, ...rest }) => {
      setAsked(null);
      onChanged(rest);
      void reload();
    },
  });
  const ending = useMutation({
    mutationFn: (evenIfUsed: boolean) => endOldSecret(side, application.id, evenIfUsed),
    // A use after the page was loaded is shown, and asked about.
    onError: () => void reload(),
    onSuccess: () => {
      setAsked(null);
      const { old_secret_ends_at: _ended, ...rest } = application;
      onChanged(rest);
      void reload();
    },
  });
  const old = credentials.secrets.find(({ ends_at: endsAt }) => endsAt !== null);
  const current = credentials.secrets.find(({ ends_at: endsAt }) => endsAt === null);
  const more = usePageWords(credentialWords);
  const close = () => {
    rotation.reset();
    ending.reset();
    setAsked(null);
  };
  return (
    <>
      <p>{words.lead}</p>
      <CredentialList credentials={credentials} />
      <Done testId="old-ended">{ending.isSuccess && old === undefined ? more.stopped : null}</Done>
      {old === undefined ? null : (
        <div>
          <Button variant="default" data-testid="end-old" onClick={() => setAsked('end')}>
            {more.endOld}
          </Button>
        </div>
      )}
      {rotation.data?.secret ? (
        <SecretPanel secret={rotation.data.secret} onKept={() => rotation.reset()} />
      ) : (
        <div className={formStyle.form}>
          <NativeSelect
            label={words.grace}
            value={String(grace)}
            data={GRACES.map((seconds) => ({ value: String(seconds), label: words.graces[seconds] ?? '' }))}
            data-testid="grace"
            onChange={(event) => setGrace(Number(event.currentTarget.value))}
          />
          <div>
            <Button data-testid="rotate" onClick={() => setAsked('rotate')}>
              {words.rotate}
            </Button>
          </div>
        </div>
      )}
      <EndDialog
        key={asked}
        isOpen={asked !== null && !stepUp.isOpen}
        title={asked === 'end' ? more.endTitle : words.rotateTitle}
        text={asked === 'end' ? more.endText : grace === 0 ? words.rotateNow : words.rotateLater}
        action={asked === 'end' ? more.stop : words.rotate}
        ended={asked === 'end' ? old : grace === 0 ? current : undefined}
        isPending={rotation.isPending || ending.isPending}
        error={asked === 'end' ? ending.error : readStepUpFailure(rotation.error)}
        onConfirm={(evenIfUsed) => (asked === 'end' ? ending.mutate(evenIfUsed) : rotation.mutate())}
        onCancel={close}
      />
      {stepUp.dialog}
    </>
  );
}

const GRACES = [0, 3600, 86_400, 604_800];

interface EndDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  action: string;
  /** The secret that ends at once, if one does. */
  ended: Credentials['secrets'][number] | undefined;
  isPending: boolean;
  error: unknown;
  onConfirm(evenIfUsed: boolean): void;
  onCancel(): void;
}

/** Asks again if a program used the secret within a day. */
function EndDialog({ ended, text, error, onConfirm, ...rest }: EndDialogProps) {
  const words = usePageWords(credentialWords);
  const nowMs = useNow();
  const [isUnderstood, setIsUnderstood] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  const isUsed = ended !== undefined && isRecent(ended.last_use, nowMs);
  return (
    <ConfirmDialog
      {...rest}
      isDangerous={ended !== undefined}
      failure={<ActionFailure error={error} />}
      onConfirm={() => (isUsed && !isUnderstood ? setIsReminded(true) : onConfirm(isUnderstood))}
    >
      <p>{text}</p>
      {isUsed ? (
        <>
          <p data-testid="still-used">
            <strong>{words.stillUsed}</strong> <LastUse use={ended.last_use} />
          </p>
          <Checkbox
            label={words.understood}
            checked={isUnderstood}
            error={isReminded && !isUnderstood ? words.stillUsed : null}
            data-testid="understood"
            onChange={(event) => setIsUnderstood(event.currentTarget.checked)}
          />
        </>
      ) : null}
    </ConfirmDialog>
  );
}
