import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isAdministrator } from '../../../api/access.ts';
import { type ApplicationType, isPublic, listGrants } from '../../../api/applications.ts';
import { describeScope, scopeWords, toolScopes } from '../../../features/oauth/scopes.ts';
import { optionWords } from '../../../features/oauth-clients/option-words.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import type { BodyForm } from '../../../ui/forms/use-body-form.ts';
import { canWaivePkce, type Draft } from './draft.ts';

export interface OptionsProps {
  type: ApplicationType;
  form: BodyForm<Draft>;
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={formStyle.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

const toChoices = <Name extends string>(labels: Record<Name, string>, offered?: readonly Name[]) =>
  (offered ?? (Object.keys(labels) as Name[])).map((value) => ({ value, label: labels[value] }));

export function SecretMethod({ form }: Pick<OptionsProps, 'form'>) {
  const words = usePageWords(optionWords);
  return (
    <NativeSelect
      {...form.field('options.token_endpoint_auth_method')}
      label={words.secretMethod}
      description={words.secretMethodHint}
      data={toChoices(words.secretMethods)}
      data-testid="secret-method"
    />
  );
}

/** Two options of the request, of which at most one can hold; the server names the second where they clash. */
export function Binding({ type, form }: OptionsProps) {
  const words = usePageWords(optionWords);
  const offered = isPublic(type) ? (['', 'dpop'] as const) : undefined;
  return (
    <NativeSelect
      {...form.field('options.binding')}
      id="options.certificate_bound"
      label={words.binding}
      description={words.bindingHint}
      data={toChoices(words.bindings, offered)}
      error={form.faults['options.certificate_bound']}
      data-testid="binding"
    />
  );
}

export function Pkce({ type, form }: OptionsProps) {
  const words = usePageWords(optionWords);
  const access = useAccess();
  const canWaive = canWaivePkce(type, form.values.options);
  // Anybody with access to the page may require it again.
  const isOpen = canWaive && (isAdministrator(access) || !form.values.options.require_pkce);
  const hint = canWaive ? (isAdministrator(access) ? 'waivable' : 'administrator') : 'always';
  return (
    <Checkbox
      {...form.field('options.require_pkce')}
      {...(canWaive ? {} : { checked: true })}
      label={words.pkce}
      description={words.pkceHints[hint]}
      disabled={!isOpen}
      data-testid="require-pkce"
    />
  );
}

export function Profile({ form }: Pick<OptionsProps, 'form'>) {
  const words = usePageWords(optionWords);
  return (
    <NativeSelect
      {...form.field('options.profile')}
      label={words.profile}
      description={words.profileHints[form.values.options.profile]}
      data={toChoices(words.profiles)}
      data-testid="profile"
    />
  );
}

export function IdToken({ form }: Pick<OptionsProps, 'form'>) {
  const words = usePageWords(optionWords);
  const hasProfile = form.values.options.profile !== '';
  const field = form.field('options.id_token_signed_response_alg');
  return (
    <>
      <Checkbox
        {...form.field('options.id_token_claims')}
        label={words.idTokenClaims}
        description={words.idTokenClaimsHint}
        data-testid="id-token-claims"
      />
      <NativeSelect
        {...field}
        // The server gives ES256 to a profile that was set with RS256.
        value={hasProfile && field.value === 'RS256' ? 'ES256' : field.value}
        label={words.alg}
        description={words.algHint}
        data={hasProfile ? ['ES256', 'PS256'] : ['RS256', 'PS256', 'ES256']}
        data-testid="id-token-alg"
      />
    </>
  );
}

export function Grants({ type, form }: OptionsProps) {
  const words = usePageWords(optionWords);
  const canGive = isAdministrator(useAccess());
  const fault = form.faults['options.grants'];
  return (
    <Group title={words.groups.grants}>
      <p id="options.grants" tabIndex={-1}>
        {fault ?? words.grantsHint}
      </p>
      {listGrants(type).map((grant) => (
        <Checkbox
          key={grant}
          {...form.field(`options.grants.${grant}`)}
          label={words.grantNames[grant]}
          description={words.grantHints[grant]}
          // Anybody with access to the page may give a grant back.
          disabled={!canGive && !form.values.options.grants[grant]}
          data-testid={`grant-${grant}`}
        />
      ))}
      {type === 'web' && form.values.options.grants.ciba ? (
        <TextInput
          {...form.field('options.backchannel_client_notification_endpoint')}
          label={words.notification}
          description={words.notificationHint}
          inputMode="url"
          spellCheck={false}
          data-testid="notification"
        />
      ) : null}
      {form.values.options.grants.token_exchange ? (
        <Textarea
          {...form.field('options.exchange_from')}
          label={words.exchangeFrom}
          description={words.exchangeFromHint}
          autosize
          minRows={2}
          disabled={!canGive}
          spellCheck={false}
          data-testid="exchange-from"
        />
      ) : null}
    </Group>
  );
}

const toolDays = ['', '7', '30', '90', '365'] as const;

/** As narrow as a key for assistants: an administrator names each tool, and the right ends. */
export function Tools({ form, endsAt }: Pick<OptionsProps, 'form'> & { endsAt: string | null | undefined }) {
  const words = usePageWords(optionWords);
  const scopeTexts = usePageWords(scopeWords);
  const { language } = useLanguage();
  const canGive = isAdministrator(useAccess());
  const hint = endsAt ? words.toolsUntil(formatDate(endsAt, language)) : words.toolsHint;
  return (
    <Group title={words.groups.tools}>
      <Checkbox.Group {...form.field('options.tools.scopes')} label={words.tools} description={hint}>
        <div className={formStyle.group}>
          {toolScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={describeScope(scope, scopeTexts).title}
              disabled={!canGive}
              data-testid={`app-${scope}`}
            />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        {...form.field('options.tools.days')}
        label={words.toolsDays}
        data={toChoices<keyof typeof words.toolsDaysOf>(words.toolsDaysOf, toolDays)}
        disabled={!canGive}
        data-testid="app-tools-days"
      />
    </Group>
  );
}
