import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { isAdministrator } from '../../../api/access.ts';
import { type ApplicationType, hasPeople } from '../../../api/applications.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import type { Draft } from './draft.ts';

interface MoreOptionsProps {
  type: ApplicationType;
  draft: Draft;
  errors: Record<string, string>;
  onChange(change: Partial<Draft>): void;
}

/** Options that most clients never change. Opens automatically if one of them has an error. */
export function MoreOptions({ type, draft, errors, onChange }: MoreOptionsProps) {
  const { settings: words } = usePageWords(applicationsWords);
  const access = useAccess();
  const people = hasPeople(type);
  const isPublic = type === 'spa' || type === 'native';
  const isWrong = Object.keys(errors).some((field) =>
    /^options\.|^per_minute$|^burst$|^daily_quota$/.test(field),
  );
  const number = (id: string, label: string, name: 'perMinute' | 'burst' | 'dailyQuota') => (
    <TextInput
      id={id}
      label={label}
      value={draft[name]}
      error={errors[id] ?? errors[`options.limits.${id}`]}
      inputMode="numeric"
      maxLength={12}
      data-testid={`limit-${id}`}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <details className={classes.more} open={isWrong || undefined} data-testid="more">
      <summary>{words.more}</summary>
      <div>
        {people ? (
          <Checkbox
            label={words.par}
            description={words.parHint}
            checked={draft.requirePar}
            onChange={(event) => onChange({ requirePar: event.currentTarget.checked })}
          />
        ) : null}
        <Checkbox
          label={words.dpop}
          description={words.dpopHint}
          checked={draft.dpop}
          onChange={(event) => onChange({ dpop: event.currentTarget.checked })}
        />
        {people ? (
          <>
            <Checkbox
              label={words.nationalId}
              description={words.nationalIdHint}
              checked={draft.nationalId}
              disabled={!isAdministrator(access)}
              onChange={(event) => onChange({ nationalId: event.currentTarget.checked })}
            />
            <Checkbox
              id="options.subject_type"
              label={words.pairwise}
              description={words.pairwiseHint}
              error={errors['options.subject_type'] ? words.pairwiseError : undefined}
              checked={draft.isPairwise}
              data-testid="pairwise"
              onChange={(event) => onChange({ isPairwise: event.currentTarget.checked })}
            />
            <TextInput
              id="options.backchannel_logout_uri"
              label={words.backchannel}
              description={words.backchannelHint}
              value={draft.backchannel}
              error={errors['options.backchannel_logout_uri']}
              maxLength={400}
              inputMode="url"
              spellCheck={false}
              onChange={(event) => onChange({ backchannel: event.currentTarget.value })}
            />
            <Textarea
              id="options.post_logout_redirect_uris"
              label={words.postLogout}
              description={words.postLogoutHint}
              value={draft.postLogout}
              error={
                Object.entries(errors).find(([field]) =>
                  field.startsWith('options.post_logout_redirect_uris'),
                )?.[1]
              }
              rows={3}
              spellCheck={false}
              onChange={(event) => onChange({ postLogout: event.currentTarget.value })}
            />
          </>
        ) : null}
        {isPublic ? null : (
          <Textarea
            id="options.jwks"
            label={words.jwks}
            description={words.jwksHint}
            value={draft.jwks}
            error={errors['options.jwks']}
            rows={5}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onChange={(event) => onChange({ jwks: event.currentTarget.value })}
          />
        )}
        <fieldset className={formStyle.group}>
          <legend>{words.limits}</legend>
          <div className={classes.numbers}>
            {number('per_minute', words.perMinute, 'perMinute')}
            {number('burst', words.burst, 'burst')}
            {number('daily_quota', words.quota, 'dailyQuota')}
          </div>
        </fieldset>
      </div>
    </details>
  );
}
