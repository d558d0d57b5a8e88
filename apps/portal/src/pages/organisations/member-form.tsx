import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readFailure } from '../../api/errors.ts';
import {
  addMember,
  type Member,
  type MemberRole,
  membersQuery,
  type Organisation,
} from '../../api/organisations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Failed, FormActions } from '../profile/parts/form-actions.tsx';
import parts from '../profile/parts/parts.module.css';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import { useFocusedField } from '../profile/parts/use-focused-field.ts';
import { findUserIdFault } from './numbers.ts';
import { listGrantableRoles } from './rights.ts';
import { RoleChoice } from './role-choice.tsx';
import { organisationsWords } from './words.ts';

interface MemberFormProps {
  organisation: Organisation;
  onAdded(member: Member): void;
  onClose(): void;
}

export function MemberForm({ organisation, onAdded, onClose }: MemberFormProps) {
  const { members: words } = usePageWords(organisationsWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<MemberRole>('member');
  const [fault, setFault] = useState<keyof typeof words.faults | null>(null);
  const field = useFocusedField();

  const add = useMutation({
    mutationFn: (wanted: string) => addMember(organisation.id, { user_id: wanted, role }),
    onSuccess: async (member) => {
      await client.invalidateQueries({ queryKey: membersQuery(organisation.id).queryKey });
      onAdded(member);
    },
    onError: (error) => {
      const failure = readFailure(error);
      if (failure.kind === 'refused' && failure.status === 404) setFault('unknown');
      else if (failure.kind === 'refused' && failure.code === 'already_member') setFault('already');
      else if (failure.kind === 'invalid') setFault('shape');
      else return;
      field.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const wanted = userId.trim().toLowerCase();
    const slip = findUserIdFault(wanted);
    setFault(slip);
    if (slip) field.current?.focus();
    else add.mutate(wanted);
  };

  return (
    <form className={parts.panel} onSubmit={submit} noValidate aria-labelledby="add-member-title">
      <div className={parts.form}>
        <h3 id="add-member-title">{words.addHeading}</h3>
        <p>{words.addWhy}</p>
        <TextInput
          ref={field}
          size="md"
          label={words.userId}
          description={words.userIdHint}
          error={fault ? words.faults[fault] : undefined}
          value={userId}
          autoComplete="off"
          spellCheck={false}
          data-testid="member-user-id"
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <RoleChoice role={role} roles={listGrantableRoles(organisation.my_role)} onChoose={setRole} />
        <Failed text={add.error && !fault ? explain(add.error) : null} />
        <FormActions
          submit={words.addSubmit}
          testId="member-add"
          isPending={add.isPending}
          onCancel={onClose}
        />
      </div>
    </form>
  );
}
