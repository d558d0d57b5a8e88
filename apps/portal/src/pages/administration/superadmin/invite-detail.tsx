import { TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { readFailure } from '../../../api/errors.ts';
import { superadminInvitesCreateBody } from '../../../api/generated/bodies.ts';
import { adminsQuery, createInvite, deleteInvite, type Invite } from '../../../api/superadmin.ts';
import { ONBOARDING_PATH } from '../../../features/eid-sign-in/onboarding-use.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { invitesWords } from './words.ts';

interface InviteDetailProps {
  invite: Invite;
  /** Made a moment ago, in this page. */
  isFresh: boolean;
  onClose(): void;
  onTakenBack(): unknown;
}

export function InviteDetail({ invite, isFresh, onClose, onTakenBack }: InviteDetailProps) {
  const words = usePageWords(invitesWords);
  const { data: admins } = useQuery(adminsQuery);
  const inviter = admins?.find((admin) => admin.id === invite.invited_by);
  const address = `${window.location.origin}${ONBOARDING_PATH}`;

  return (
    <Detail title={invite.email} subject={invite.email} onClose={onClose}>
      <Done>{isFresh ? words.invited(invite.email) : null}</Done>
      <Facts
        items={[
          [words.state, invite.pending ? words.pending : words.accepted],
          [words.invitedBy, invite.invited_by ? inviter?.full_name || inviter?.username : words.byOperator],
          [words.created, <Moment key="created" at={invite.created_at} />],
          ...(invite.accepted_at
            ? ([[words.acceptedAt, <Moment key="accepted" at={invite.accepted_at} />]] as const)
            : []),
        ]}
      />
      {invite.pending ? (
        <section className={layoutStyle.part} aria-labelledby="invite-address">
          <h3 id="invite-address">{words.addressHeading}</h3>
          <p>{words.addressText}</p>
          <p className={textStyle.pre} data-testid="invite-address">
            {window.location.origin}
            <wbr />
            {ONBOARDING_PATH}
          </p>
          <div>
            <CopyButton text={address} label={words.addressHeading} />
          </div>
        </section>
      ) : null}
      <section className={layoutStyle.part} aria-labelledby="invite-take-back">
        <h3 id="invite-take-back">{invite.pending ? words.takeBackHeading : words.removeHeading}</h3>
        {invite.pending ? null : <p className={textStyle.quiet}>{words.removeWhy}</p>}
        <div>
          <AskedButton
            label={invite.pending ? words.takeBack : words.remove}
            testId="take-back"
            isDangerous
            title={invite.pending ? words.takeBackTitle(invite.email) : words.removeTitle(invite.email)}
            run={() => deleteInvite(invite.email)}
            onDone={onTakenBack}
          >
            <p>{invite.pending ? words.takeBackText : words.removeText}</p>
          </AskedButton>
        </div>
      </section>
    </Detail>
  );
}

interface NewInviteDetailProps {
  onClose(): void;
  onCreated(invite: Invite): unknown;
}

export function NewInviteDetail({ onClose, onCreated }: NewInviteDetailProps) {
  const words = usePageWords(invitesWords);
  const stepUp = useStepUp();
  const create = useMutation({
    mutationFn: (given: string) => stepUp.run(() => createInvite(given)),
    onSuccess: onCreated,
  });
  const failure = create.error ? readFailure(create.error) : null;
  const isKnown = failure?.kind === 'refused' && failure.status === 409;
  const form = useBodyForm({
    schema: superadminInvitesCreateBody,
    keepAs: 'admin-invitation',
    initial: { email: '' },
    toBody: ({ email }) => ({ email: email.trim() }),
    onSend: ({ email }) => create.mutate(email),
    onChange: create.reset,
    error: create.error,
    isPending: create.isPending,
  });
  const field = form.field('email');

  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <p className={textStyle.quiet}>{words.addText}</p>
        <TextInput
          {...field}
          type="email"
          label={words.email}
          description={words.emailHint}
          error={isKnown ? words.known : field.error}
          errorProps={{ role: 'alert' }}
          autoComplete="off"
          spellCheck={false}
          data-testid="invite-email"
        />
        {isKnown || form.hasFaults ? null : <ActionFailure error={readStepUpFailure(create.error)} />}
        <FormActions
          form={form}
          submit={words.add}
          testId="invite"
          isPending={create.isPending}
          onCancel={onClose}
        />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
