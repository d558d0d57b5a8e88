import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { isAdministrator } from '../../../api/access.ts';
import { type ApplicationType, hasPeople } from '../../../api/applications.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import type { BodyForm } from '../../../ui/forms/use-body-form.ts';
import type { Draft } from './draft.ts';

interface MoreOptionsProps {
  type: ApplicationType;
  form: BodyForm<Draft>;
}

/** Rarely used settings; they open by themselves where one of them is wrong. */
export function MoreOptions({ type, form }: MoreOptionsProps) {
  const { settings: words } = usePageWords(applicationsWords);
  const access = useAccess();
  const people = hasPeople(type);
  const isPublic = type === 'spa' || type === 'native';
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
    <details className={classes.more} open={isWrong || undefined} data-testid="more">
      <summary>{words.more}</summary>
      <div>
        {people ? (
          <Checkbox {...form.field('options.require_par')} label={words.par} description={words.parHint} />
        ) : null}
        <Checkbox {...form.field('options.dpop')} label={words.dpop} description={words.dpopHint} />
        {people ? (
          <>
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
          </>
        ) : null}
        {isPublic ? null : (
          <Textarea
            {...form.field('options.jwks')}
            label={words.jwks}
            description={words.jwksHint}
            rows={5}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
        )}
        <fieldset className={formStyle.group}>
          <legend>{words.limits}</legend>
          <div className={classes.numbers}>
            {number('per_minute', words.perMinute)}
            {number('burst', words.burst)}
            {number('daily_quota', words.quota)}
          </div>
        </fieldset>
      </div>
    </details>
  );
}
