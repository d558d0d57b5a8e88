import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { readFailure } from '../../../api/errors.ts';
import { adminsQuery, createInvite, deleteInvite, type Invite } from '../../../api/superadmin.ts';
import { ONBOARDING_PATH } from '../../../features/eid-sign-in/onboarding-use.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import parts from '../../../ui/detail.module.css';
import { Detail, Facts } from '../../../ui/list-and-detail.tsx';
import { FormActions } from '../../../ui/list-form-actions.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ActionFailure, Done } from '../../../ui/states.tsx';
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
  const stepUp = useStepUp();
  const [isAsked, setIsAsked] = useState(false);
  const takeBack = useMutation({
    mutationFn: () => stepUp.run(() => deleteInvite(invite.email)),
    onSuccess: onTakenBack,
  });
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
        <section className={parts.part} aria-labelledby="invite-address">
          <h3 id="invite-address">{words.addressHeading}</h3>
          <p>{words.addressText}</p>
          <p className={parts.block} data-testid="invite-address">
            {window.location.origin}
            <wbr />
            {ONBOARDING_PATH}
          </p>
          <div>
            <CopyButton text={address} label={words.addressHeading} />
          </div>
        </section>
      ) : null}
      <section className={parts.part} aria-labelledby="invite-take-back">
        <h3 id="invite-take-back">{invite.pending ? words.takeBackHeading : words.removeHeading}</h3>
        {invite.pending ? null : <p className={parts.quiet}>{words.removeWhy}</p>}
        <div>
          <Button
            className={parts.dangerOutline}
            data-testid="take-back"
            onClick={() => {
              takeBack.reset();
              setIsAsked(true);
            }}
          >
            {invite.pending ? words.takeBack : words.remove}
          </Button>
        </div>
      </section>
      <Confirm
        isOpen={isAsked && !stepUp.isOpen}
        isDangerous
        title={invite.pending ? words.takeBackTitle(invite.email) : words.removeTitle(invite.email)}
        action={invite.pending ? words.takeBack : words.remove}
        isPending={takeBack.isPending}
        error={readStepUpFailure(takeBack.error)}
        onConfirm={() => takeBack.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{invite.pending ? words.takeBackText : words.removeText}</p>
      </Confirm>
      {stepUp.dialog}
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
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const create = useMutation({
    mutationFn: (given: string) => stepUp.run(() => createInvite(given)),
    onSuccess: onCreated,
  });
  const failure = create.error ? readFailure(create.error) : null;
  const isKnown = failure?.kind === 'refused' && failure.status === 409;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const given = email.trim();
    const wrong = !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given);
    setIsWrong(wrong);
    if (wrong) field.current?.focus();
    else create.mutate(given);
  };

  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={parts.form} onSubmit={submit} noValidate>
        <p className={parts.quiet}>{words.addText}</p>
        <TextInput
          ref={field}
          type="email"
          label={words.email}
          description={words.emailHint}
          error={isWrong ? words.emailError : isKnown ? words.known : null}
          errorProps={{ role: 'alert' }}
          value={email}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          data-testid="invite-email"
          onChange={(event) => {
            create.reset();
            setEmail(event.currentTarget.value);
          }}
        />
        {isKnown ? null : <ActionFailure error={readStepUpFailure(create.error)} />}
        <FormActions action={words.add} testId="invite" isPending={create.isPending} onClose={onClose} />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
