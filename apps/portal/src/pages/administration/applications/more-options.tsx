import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAdministrator } from '../../../api/access.ts';
import { hasPeople, isPublic } from '../../../api/applications.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { optionWords } from '../../../features/oauth-clients/option-words.ts';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { type Draft, provesBySecret } from './draft.ts';
import {
  Binding,
  Grants,
  Group,
  IdToken,
  type OptionsProps,
  Pkce,
  Profile,
  SecretMethod,
  Tools,
} from './option-fields.tsx';

/** Rarely used settings; they open by themselves where one of them is wrong. */
export function MoreOptions({
  type,
  form,
  toolsEndAt,
}: OptionsProps & { toolsEndAt: string | null | undefined }) {
  const { settings: words } = usePageWords(applicationsWords);
  const { groups } = usePageWords(optionWords);
  // It stays open after the correction: the person is still working there.
  const [isOpen, setIsOpen] = useState(false);
  const isWrong = Object.keys(form.faults).some((path) => path.startsWith('options.'));
  const number = (name: keyof Draft['options']['limits'], label: string) => (
    <TextInput
      {...form.field(`options.limits.${name}`)}
      label={label}
      inputMode="numeric"
      data-testid={`limit-${name}`}
    />
  );
  return (
    <details
      className={classes.more}
      open={isOpen || isWrong}
      data-testid="more"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{words.more}</summary>
      <div>
        <Group title={groups.proof}>
          {provesBySecret(type, form.values.options) ? <SecretMethod form={form} /> : null}
          {isPublic(type) ? null : (
            <Textarea
              {...form.field('options.jwks')}
              label={words.jwks}
              description={words.jwksHint}
              rows={5}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
          )}
          <Binding type={type} form={form} />
        </Group>
        {hasPeople(type) ? <SignInOptions type={type} form={form} /> : null}
        <Grants type={type} form={form} />
        {isPublic(type) ? null : <Tools form={form} endsAt={toolsEndAt} />}
        <Group title={words.limits}>
          <div className={classes.numbers}>
            {number('per_minute', words.perMinute)}
            {number('burst', words.burst)}
            {number('daily_quota', words.quota)}
          </div>
        </Group>
      </div>
    </details>
  );
}

function SignInOptions({ type, form }: OptionsProps) {
  const { settings: words } = usePageWords(applicationsWords);
  const { groups, byProfile } = usePageWords(optionWords);
  const access = useAccess();
  const hasProfile = form.values.options.profile !== '';
  return (
    <>
      <Group title={groups.request}>
        {type === 'web' ? <Profile form={form} /> : null}
        <Pkce type={type} form={form} />
        <Checkbox
          {...form.field('options.require_par')}
          {...(hasProfile ? { checked: true, disabled: true } : {})}
          label={words.par}
          description={hasProfile ? byProfile : words.parHint}
          data-testid="require-par"
        />
      </Group>
      <Group title={groups.data}>
        <IdToken form={form} />
        <Checkbox
          {...form.field('options.national_id')}
          label={words.nationalId}
          description={words.nationalIdHint}
          disabled={!isAdministrator(access)}
        />
        <Checkbox
          {...form.field('options.is_pairwise')}
          id="options.subject_type"
          label={words.pairwise}
          description={words.pairwiseHint}
          error={form.faults['options.subject_type'] ? words.pairwiseError : undefined}
          data-testid="pairwise"
        />
      </Group>
      <Group title={groups.signOut}>
        <TextInput
          {...form.field('options.backchannel_logout_uri')}
          label={words.backchannel}
          description={words.backchannelHint}
          inputMode="url"
          spellCheck={false}
        />
        <Textarea
          {...form.field('options.post_logout_redirect_uris')}
          label={words.postLogout}
          description={words.postLogoutHint}
          rows={3}
          spellCheck={false}
        />
      </Group>
    </>
  );
}
