import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { relayPlatformsRotateBody } from '../../api/generated/bodies.ts';
import { RELAY_KEY, type RelayPlatform, type RotateBody, rotateSecret } from '../../api/relay.ts';
import { SecretPanel } from '../../features/oauth-clients/secret-panel.tsx';
import { readStepUpFailure, useStepUp } from '../../features/step-up/step-up.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import layoutStyle from '../../ui/layout.module.css';
import { Facts } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { platformWords } from './platform-words.ts';

const GRACES = [0, 60, 1440, 10_080];

/** The form of signature, the secrets that are valid now, and a new one. */
export function KeysPart({ platform }: { platform: RelayPlatform }) {
  const words = usePageWords(platformWords);
  const titleId = useId();
  const secrets = (
    <ul data-testid="secrets">
      {platform.secrets.map(({ id, created_at, expires_at }) => (
        <li key={id}>
          {words.secretOf(formatMoment(created_at))} ·{' '}
          {expires_at ? words.validUntil(formatMoment(expires_at)) : words.current}
        </li>
      ))}
    </ul>
  );
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.keys}</h3>
      <Facts
        items={[
          [words.signature, words.signatures[platform.signature]],
          [words.secret, secrets],
          ...(platform.public_key
            ? ([[words.publicKey, <Code key="public" text={platform.public_key} />]] as const)
            : []),
          [
            words.receiptKeys,
            platform.receipt_key_ids.length > 0
              ? platform.receipt_key_ids.map((id) => <Code key={id} text={id} />)
              : words.noReceiptKeys,
          ],
        ]}
      />
      <Rotation platform={platform} />
    </section>
  );
}

const Code = ({ text }: { text: string }) => <span className={textStyle.code}>{text}</span>;

function Rotation({ platform }: { platform: RelayPlatform }) {
  const words = usePageWords(platformWords);
  const client = useQueryClient();
  const [asked, setAsked] = useState<RotateBody | null>(null);
  const stepUp = useStepUp();
  const rotation = useMutation({
    mutationFn: (body: RotateBody) => stepUp.run(() => rotateSecret(platform.id, body)),
    // The secret stays with this panel and goes when it closes.
    gcTime: 0,
    onSuccess: async () => {
      setAsked(null);
      form.reset();
      await client.invalidateQueries({ queryKey: RELAY_KEY });
    },
  });
  const form = useBodyForm({
    schema: relayPlatformsRotateBody,
    keepAs: null,
    initial: { grace_minutes: '1440', webhook_secret: '' },
    toBody: ({ grace_minutes, webhook_secret: given }): RotateBody => ({
      grace_minutes: Number(grace_minutes),
      ...(given.trim() === '' ? {} : { webhook_secret: given.trim() }),
    }),
    onSend: setAsked,
    error: rotation.error,
    isPending: rotation.isPending,
  });
  if (rotation.data)
    return <SecretPanel secret={rotation.data.webhook_secret} onKept={() => rotation.reset()} />;
  const isNow = asked?.grace_minutes === 0;
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate>
      <NativeSelect
        {...form.field('grace_minutes')}
        label={words.grace}
        data={GRACES.map((minutes) => ({ value: String(minutes), label: words.graces[minutes] ?? '' }))}
        data-testid="grace"
      />
      <TextInput
        {...form.field('webhook_secret')}
        label={words.given}
        description={words.givenHint}
        autoComplete="off"
        spellCheck={false}
        data-testid="given-secret"
      />
      <div>
        <Button type="submit" variant="default" data-testid="rotate">
          {words.rotate}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asked !== null && !stepUp.isOpen}
        isDangerous={isNow}
        title={words.rotateTitle}
        action={words.rotate}
        isPending={rotation.isPending}
        failure={<ActionFailure error={readStepUpFailure(rotation.error)} />}
        onConfirm={() => asked && rotation.mutate(asked)}
        onCancel={() => {
          rotation.reset();
          setAsked(null);
        }}
      >
        <p>{isNow ? words.rotateNow : words.rotateLater}</p>
      </ConfirmDialog>
      {stepUp.dialog}
    </form>
  );
}
