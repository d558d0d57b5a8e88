import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { orgInvitationsLinkBody, orgMembersAddBody } from '../../api/generated/bodies.ts';
import {
  inviteByLink,
  inviteByRegister,
  type MemberRole,
  type Organisation,
  sentInvitationsQuery,
} from '../../api/organisations.ts';
import { findNationalIdFault, normaliseNationalId } from '../../features/people/national-id.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import choice from '../../ui/forms/choice.module.css';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
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
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [way, setWay] = useState<Way>('register');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  const invite = useMutation({
    mutationFn: async ({ national_id, role }: { national_id?: string; role: MemberRole }) => {
      if (national_id === undefined) return (await inviteByLink(organisation.id, role)).link;
      await inviteByRegister(organisation.id, { national_id, role });
      return null;
    },
    onSuccess: async (link) => {
      await client.invalidateQueries({ queryKey: sentInvitationsQuery(organisation.id).queryKey });
      if (link === null) onSent(words.sent);
    },
  });
  const form = useBodyForm({
    schema: way === 'link' ? orgInvitationsLinkBody : orgMembersAddBody,
    keepAs: null,
    initial: { national_id: '', role: 'member' as MemberRole },
    toBody: ({ national_id, role }) =>
      way === 'link' ? { role } : { national_id: normaliseNationalId(national_id), role },
    check: ({ national_id }) => {
      const fault = way === 'link' ? null : findNationalIdFault(normaliseNationalId(national_id));
      return fault ? { national_id: words.faults[fault] } : {};
    },
    onSend: invite.mutate,
    error: invite.error,
    isPending: invite.isPending,
  });
  const choose = (chosen: Way) => {
    setWay(chosen);
    invite.reset();
  };

  if (invite.data) return <MadeLink link={invite.data} onClose={onClose} />;
  return (
    <form className={layoutStyle.panel} onSubmit={form.send} noValidate aria-labelledby="invite-title">
      <div className={formStyle.narrow}>
        <h3 id="invite-title" ref={title} tabIndex={-1}>
          {words.heading}
        </h3>
        <p>{words.why}</p>
        <WayChoice way={way} onChoose={choose} />
        {way === 'register' ? (
          <TextInput
            {...form.field('national_id')}
            size="md"
            label={words.nationalId}
            description={words.nationalIdHint}
            autoComplete="off"
            spellCheck={false}
            data-testid="invite-national-id"
          />
        ) : null}
        <RoleChoice
          role={form.values.role}
          roles={listGrantableRoles(organisation)}
          onChoose={(role) => form.setFieldValue('role', role)}
        />
        <Failed
          text={invite.error && !form.hasFaults ? explain(invite.error) : null}
          testId="invite-failed"
        />
        <FormActions
          submit={words.submit[way]}
          testId="invite-submit"
          isPending={invite.isPending}
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
