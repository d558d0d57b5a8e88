import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  type Application,
  askApproval,
  deleteOwn,
  ownedApplicationQuery,
  ownedQuery,
  readType,
  saveOwn,
} from '../../api/applications.ts';
import { meApplicationsChangeBody } from '../../api/generated/bodies.ts';
import { findUriFaults, RedirectUris } from '../../features/oauth-clients/redirect-uris.tsx';
import { applicationsWords } from '../../features/oauth-clients/words.ts';
import { DeletePart } from '../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import layoutStyle from '../../ui/layout.module.css';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { OWN_PATH } from './own-applications-page.tsx';
import { ownWords } from './words.ts';

export function OwnSettingsTab({ application }: { application: Application }) {
  return application.stage === 'trial' ? (
    <Trial application={application} />
  ) : (
    <Addresses application={application} />
  );
}

/** An owner of an approved application sees its addresses. */
function Addresses({ application }: { application: Application }) {
  const words = usePageWords(ownWords);
  const { uris } = usePageWords(applicationsWords);
  const lists: [string, readonly string[]][] = [
    [uris.label, application.redirect_uris],
    [words.postLogout, application.options.post_logout_redirect_uris],
  ];
  return (
    <>
      <p className={noteStyle.note}>{words.fixed}</p>
      {lists.map(([title, addresses]) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {addresses.map((address) => (
              <li key={address} className={textStyle.code}>
                {address}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const openValues = ({ name, redirect_uris }: Application) => ({ name, redirect_uris: [...redirect_uris] });

function Trial({ application }: { application: Application }) {
  const words = usePageWords(ownWords);
  const shared = usePageWords(applicationsWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: (body: Parameters<typeof saveOwn>[1]) => saveOwn(application.id, body),
    onSuccess: (saved) => client.setQueryData(ownedApplicationQuery(application.id).queryKey, saved),
  });
  const type = readType(application);
  const form = useBodyForm({
    schema: meApplicationsChangeBody,
    keepAs: `own-application:${application.id}`,
    initial: openValues(application),
    record: application,
    open: openValues,
    toBody: ({ name, redirect_uris }) => ({
      name: name.trim(),
      redirect_uris: redirect_uris.map((uri) => uri.trim()).filter(Boolean),
    }),
    check: ({ redirect_uris }) => findUriFaults(redirect_uris, type, shared.uris),
    onSend: save.mutate,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <>
      <Approval application={application} />
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={{ name: words.name }} />
        <TextInput
          {...form.field('name')}
          label={words.name}
          description={shared.nameHint}
          data-testid="app-name"
        />
        <RedirectUris type={type} form={form} />
        <Done>{save.isSuccess ? words.saved : null}</Done>
        {form.hasFaults ? null : <ActionFailure error={save.error} />}
        <div className={formStyle.actions}>
          <Button type="submit" loading={save.isPending} data-testid="save-application">
            {words.save}
          </Button>
        </div>
      </form>
      <DeletePart
        words={words}
        name={application.name}
        run={() => deleteOwn(application.id)}
        onDone={async () => {
          await navigate(OWN_PATH);
          client.removeQueries({ queryKey: ownedApplicationQuery(application.id).queryKey });
          await client.invalidateQueries({ queryKey: ownedQuery.queryKey });
        }}
      />
    </>
  );
}

function Approval({ application }: { application: Application }) {
  const words = usePageWords(ownWords);
  const client = useQueryClient();
  const { data: owned } = useQuery(ownedQuery);
  const ask = useMutation({
    mutationFn: () => askApproval(application.id),
    onSuccess: (asked) => client.setQueryData(ownedApplicationQuery(application.id).queryKey, asked),
  });
  const isAsked = application.approval_asked_at !== undefined;
  const mayAsk = owned?.self_service === 'approval';
  const text = isAsked ? words.approvalAsked : mayAsk ? words.approvalText : words.approvalNever;
  return (
    <section className={layoutStyle.part}>
      <h2>{words.approvalTitle}</h2>
      <p role="status">{text}</p>
      <ActionFailure error={ask.error} />
      {mayAsk && !isAsked ? (
        <div>
          <Button
            variant="default"
            loading={ask.isPending}
            onClick={() => ask.mutate()}
            data-testid="ask-approval"
          >
            {words.ask}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
