import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
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
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { DeletePart } from '../../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { readFaults } from '../../../ui/forms/read-faults.ts';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import { APPLICATIONS_PATH } from './applications-page.tsx';
import { buildBody, type Draft, findDraftFaults, openDraft } from './draft.ts';
import { MoreOptions } from './more-options.tsx';
import { findUriFaults, RedirectUris } from './redirect-uris.tsx';
import { ServicePicker } from './service-picker.tsx';

export function SettingsTab({ application }: { application: Application }) {
  const words = usePageWords(applicationsWords);
  const shared = usePageWords(uiWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const type = readType(application);
  const [draft, setDraft] = useState(() => openDraft(application));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: ApplicationBody) => saveApplication(application.id, body),
    onSuccess: (saved) => {
      client.setQueryData(applicationQuery(application.id).queryKey, saved);
      setDraft(openDraft(saved));
    },
    onError: (error) => setErrors(readFaults(error)),
  });
  const change = (part: Partial<Draft>) => {
    if (!save.isIdle) save.reset();
    setDraft({ ...draft, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const texts = { name: words.nameError, 'options.jwks': words.settings.jwksError };
    const found: Record<string, string> = hasPeople(type) ? findUriFaults(draft.uris, type, words.uris) : {};
    for (const fault of findDraftFaults(draft))
      found[fault] = fault in texts ? texts[fault as keyof typeof texts] : words.settings.numberError;
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(buildBody(draft, application));
  };
  return (
    <>
      <form className={formStyle.form} onSubmit={submit} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{
            name: words.name,
            'options.jwks': words.settings.jwks,
            'options.backchannel_logout_uri': words.settings.backchannel,
            per_minute: words.settings.perMinute,
            burst: words.settings.burst,
            daily_quota: words.settings.quota,
          }}
        />
        <TextInput
          id="name"
          label={words.name}
          description={words.nameHint}
          value={draft.name}
          error={errors['name']}
          maxLength={128}
          data-testid="app-name"
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {hasPeople(type) ? (
          <RedirectUris type={type} uris={draft.uris} errors={errors} onChange={(uris) => change({ uris })} />
        ) : null}
        <ServicePicker chosen={draft.services} onChange={(services) => change({ services })} />
        <Checkbox
          label={words.settings.enabled}
          description={words.settings.enabledHint}
          checked={draft.enabled}
          data-testid="app-enabled"
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <MoreOptions type={type} draft={draft} errors={errors} onChange={change} />
        <Done>{save.isSuccess ? words.settings.saved : null}</Done>
        {Object.keys(errors).length === 0 ? <ActionFailure error={save.error} /> : null}
        <div className={formStyle.actions}>
          <Button type="submit" loading={save.isPending} data-testid="save-application">
            {shared.save}
          </Button>
        </div>
      </form>
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
