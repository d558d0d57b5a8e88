import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  type Application,
  type ApplicationBody,
  applicationQuery,
  applicationsQuery,
  deleteApplication,
  hasPeople,
  readType,
  saveApplication,
} from '../../../api/applications.ts';
import { applicationsChangeBody } from '../../../api/generated/bodies.ts';
import { optionWords } from '../../../features/oauth-clients/option-words.ts';
import { findUriFaults, RedirectUris } from '../../../features/oauth-clients/redirect-uris.tsx';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { DeletePart } from '../../../features/step-up/asked-button.tsx';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import { APPLICATIONS_PATH } from './applications-page.tsx';
import { buildBody, type Draft, openDraft, readJwks } from './draft.ts';
import { MoreOptions } from './more-options.tsx';
import { ServicePicker } from './service-picker.tsx';

export function SettingsTab({ application }: { application: Application }) {
  const words = usePageWords(applicationsWords);
  const options = usePageWords(optionWords);
  const shared = usePageWords(uiWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const type = readType(application);
  const stepUp = useStepUp();
  const save = useMutation({
    mutationFn: (body: ApplicationBody) => stepUp.run(() => saveApplication(application.id, body)),
    onSuccess: (saved) => {
      client.setQueryData(applicationQuery(application.id).queryKey, saved);
      form.setValues(openDraft(saved));
    },
  });
  const form = useBodyForm({
    schema: applicationsChangeBody,
    keepAs: `application:${application.id}`,
    initial: openDraft(application),
    record: application,
    open: openDraft,
    toBody: (draft, loaded) => buildBody(draft, loaded ?? application),
    check: (draft) => ({
      ...(draft.options.profile === '' ? {} : findProfileFaults(draft, options)),
      ...(hasPeople(type) ? findUriFaults(draft.redirect_uris, type, words.uris) : {}),
      ...(readJwks(draft.options.jwks) === undefined ? { 'options.jwks': words.settings.jwksError } : {}),
    }),
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary
          errors={form.faults}
          labels={{
            name: words.name,
            'options.token_endpoint_auth_method': options.secretMethod,
            'options.jwks': words.settings.jwks,
            'options.certificate_bound': options.binding,
            'options.profile': options.profile,
            'options.require_pkce': options.pkce,
            'options.require_par': words.settings.par,
            'options.id_token_signed_response_alg': options.alg,
            'options.grants': options.groups.grants,
            'options.backchannel_client_notification_endpoint': options.notification,
            'options.exchange_from': options.exchangeFrom,
            'options.backchannel_logout_uri': words.settings.backchannel,
            'options.post_logout_redirect_uris': words.settings.postLogout,
            'options.limits.per_minute': words.settings.perMinute,
            'options.limits.burst': words.settings.burst,
            'options.limits.daily_quota': words.settings.quota,
          }}
        />
        <TextInput
          {...form.field('name')}
          label={words.name}
          description={words.nameHint}
          data-testid="app-name"
        />
        {hasPeople(type) ? <RedirectUris type={type} form={form} /> : null}
        <ServicePicker
          chosen={form.values.service_ids}
          onChange={(chosen) => form.setFieldValue('service_ids', chosen)}
        />
        <Checkbox
          {...form.field('enabled')}
          label={words.settings.enabled}
          description={words.settings.enabledHint}
          data-testid="app-enabled"
        />
        <MoreOptions type={type} form={form} toolsEndAt={application.options.tools?.expires_at} />
        <Done>{save.isSuccess ? words.settings.saved : null}</Done>
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(save.error)} />}
        <div className={formStyle.actions}>
          <Button type="submit" loading={save.isPending} data-testid="save-application">
            {shared.save}
          </Button>
        </div>
      </form>
      {stepUp.dialog}
      <DeletePart
        words={words.settings}
        name={application.name}
        run={() => deleteApplication(application.id)}
        onDone={async () => {
          await navigate(APPLICATIONS_PATH, { state: { deleted: application.name } });
          client.removeQueries({ queryKey: applicationQuery(application.id).queryKey });
          await client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
        }}
      />
    </>
  );
}

/** What FAPI 2.0 needs beside the profile itself, told at the field that is missing. */
function findProfileFaults(
  { redirect_uris, options }: Draft,
  words: { profileKey: string; profileUri: string },
): Record<string, string> {
  const plain = redirect_uris.findIndex((uri) => /^\s*http:/.test(uri));
  return {
    ...(plain < 0 ? {} : { [`redirect_uris.${plain}`]: words.profileUri }),
    ...(options.jwks.trim() === '' ? { 'options.jwks': words.profileKey } : {}),
  };
}
