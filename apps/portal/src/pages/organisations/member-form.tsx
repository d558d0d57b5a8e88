import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  inviteByLink,
  inviteByRegister,
  type MemberRole,
  type Organisation,
  sentInvitationsQuery,
} from '../../api/organisations.ts';
import {
  findNationalIdFault,
  type NationalIdFault,
  normaliseNationalId,
} from '../../features/people/national-id.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import choice from '../../ui/forms/choice.module.css';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { invitingWords } from './invitation-words.ts';
import classes from './organisations.module.css';
import { listGrantableRoles } from './rights.ts';
import { RoleChoice } from './role-choice.tsx';

type Way = 'register' | 'link';

interface MemberFormProps {
  organisation: Organisation;
  onSent(said: string): void;
  onClose(): void;
}

export function MemberForm({ organisation, onSent, onClose }: MemberFormProps) {
  const words = usePageWords(invitingWords);
  const explain = useExplanation('platform', { too_many_invitations: words.tooMany });
  const client = useQueryClient();
  const [way, setWay] = useState<Way>('register');
  const [person, setPerson] = useState('');
  const [role, setRole] = useState<MemberRole>('member');
  const [fault, setFault] = useState<NationalIdFault | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  const refresh = () =>
    client.invalidateQueries({ queryKey: sentInvitationsQuery(organisation.id).queryKey });
  const send = useMutation({
    mutationFn: (national_id: string) => inviteByRegister(organisation.id, { national_id, role }),
    onSuccess: async () => {
      await refresh();
      onSent(words.sent);
    },
  });
  const make = useMutation({ mutationFn: () => inviteByLink(organisation.id, role), onSuccess: refresh });
  const isPending = send.isPending || make.isPending;
  const error = way === 'register' ? send.error : make.error;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (way === 'link') return make.mutate();
    const wanted = normaliseNationalId(person);
    const slip = findNationalIdFault(wanted);
    setFault(slip);
    if (slip) field.current?.focus();
    else send.mutate(wanted);
  };

  if (make.data) return <MadeLink link={make.data.link} onClose={onClose} />;
  return (
    <form className={layoutStyle.panel} onSubmit={submit} noValidate aria-labelledby="invite-title">
      <div className={formStyle.narrow}>
        <h3 id="invite-title" ref={title} tabIndex={-1}>
          {words.heading}
        </h3>
        <p>{words.why}</p>
        <WayChoice way={way} onChoose={setWay} />
        {way === 'register' ? (
          <TextInput
            ref={field}
            size="md"
            label={words.nationalId}
            description={words.nationalIdHint}
            error={fault ? words.faults[fault] : undefined}
            value={person}
            autoComplete="off"
            spellCheck={false}
            maxLength={30}
            data-testid="invite-national-id"
            onChange={(event) => setPerson(event.currentTarget.value)}
          />
        ) : null}
        <RoleChoice role={role} roles={listGrantableRoles(organisation.my_role)} onChoose={setRole} />
        <Failed text={error && !fault ? explain(error) : null} testId="invite-failed" />
        <FormActions
          submit={words.submit[way]}
          testId="invite-submit"
          isPending={isPending}
          onCancel={onClose}
        />
      </div>
    </form>
  );
}

function WayChoice({ way, onChoose }: { way: Way; onChoose(way: Way): void }) {
  const words = usePageWords(invitingWords);
  const id = useId();
  return (
    <fieldset className={choice.choice}>
      <legend>{words.way}</legend>
      {(['register', 'link'] as const).map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={id}
            checked={option === way}
            aria-describedby={`${id}-${option}`}
            data-testid={`invite-by-${option}`}
            onChange={() => onChoose(option)}
          />
          <span>
            <strong>{words.ways[option].title}</strong>
            <span id={`${id}-${option}`}>{words.ways[option].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shown this once: the server keeps only a hash of it. */
function MadeLink({ link, onClose }: { link: string; onClose(): void }) {
  const words = usePageWords(invitingWords);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={layoutStyle.panel} data-testid="invite-link">
      <div className={formStyle.narrow}>
        <h3 ref={title} tabIndex={-1}>
          {words.linkMade}
        </h3>
        <p>{words.linkOnce}</p>
        <p className={classes.link} data-testid="invite-link-text">
          {link}
        </p>
        <CopyButton text={link} label={words.linkLabel} />
        <div className={formStyle.actions}>
          <Button variant="default" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </div>
  );
}
