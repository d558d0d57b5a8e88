import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { PlatformChange, RelayPlatform } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import type { BodyForm } from '../../ui/forms/use-body-form.ts';
import { platformWords } from './platform-words.ts';

const SIGNATURES = ['relay', 'standard', 'standard_ed25519'] as const;

/** What may be changed later, too. */
export interface PlatformDraft {
  name: string;
  endpoint_url: string;
  supervisor_contact: string;
  signature: RelayPlatform['signature'];
  public_key: string;
  enabled: boolean;
}

export const openDraft = (platform: RelayPlatform | null): PlatformDraft => ({
  name: platform?.name ?? '',
  endpoint_url: platform?.endpoint_url ?? '',
  supervisor_contact: platform?.supervisor_contact ?? '',
  signature: platform?.signature ?? 'relay',
  public_key: platform?.public_key ?? '',
  enabled: platform?.enabled ?? true,
});

export const buildChange = (draft: PlatformDraft) =>
  ({
    name: draft.name.trim(),
    endpoint_url: draft.endpoint_url.trim(),
    supervisor_contact: draft.supervisor_contact.trim(),
    signature: draft.signature,
    public_key: draft.public_key.trim(),
    enabled: draft.enabled,
  }) satisfies PlatformChange;

export function usePlatformLabels() {
  const words = usePageWords(platformWords);
  return {
    code: words.code,
    name: words.name,
    endpoint_url: words.endpoint,
    supervisor_contact: words.contact,
    webhook_secret: words.secret,
    public_key: words.publicKey,
  };
}

export function PlatformFields<Draft extends PlatformDraft>({ form }: { form: BodyForm<Draft> }) {
  const words = usePageWords(platformWords);
  const labels = usePlatformLabels();
  const text = (name: 'name' | 'endpoint_url' | 'supervisor_contact' | 'public_key') => ({
    ...form.field(name),
    label: labels[name],
    autoComplete: 'off',
    spellCheck: false,
    'data-testid': `platform-${name}`,
  });
  return (
    <>
      <TextInput {...text('name')} />
      <TextInput {...text('endpoint_url')} description={words.endpointHint} inputMode="url" />
      <TextInput {...text('supervisor_contact')} description={words.contactHint} />
      <NativeSelect
        {...form.field('signature')}
        label={words.signature}
        description={words.signatureHint}
        data={SIGNATURES.map((value) => ({ value, label: words.signatures[value] }))}
        data-testid="platform-signature"
      />
      <TextInput {...text('public_key')} description={words.publicKeyHint} />
      <Checkbox
        {...form.field('enabled')}
        label={words.enabled}
        description={words.enabledHint}
        data-testid="platform-enabled"
      />
    </>
  );
}
