import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeMemberRole,
  type Member,
  type MemberRole,
  membersQuery,
  type Organisation,
} from '../../api/organisations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { nameOf } from './name-of.ts';
import { listAssignableRoles } from './rights.ts';
import { RoleChoice } from './role-choice.tsx';
import { organisationsWords } from './words.ts';

interface RoleDialogProps {
  organisation: Organisation;
  member: Member;
  onChanged(said: string): void;
  onClose(): void;
}

/** A choice with a button, not a select in the row: an arrow key must not change a person's rights. */
export function RoleDialog({ organisation, member, onChanged, onClose }: RoleDialogProps) {
  const { members: words, roles } = usePageWords(organisationsWords);
  const client = useQueryClient();
  const explain = useExplanation('platform');
  const [role, setRole] = useState<MemberRole>(member.role);
  const change = useMutation({
    mutationFn: () => changeMemberRole(organisation.id, member.user_id, role),
    onSuccess: () => onChanged(words.changed(nameOf(member), roles[role])),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(organisation.id).queryKey }),
  });
  return (
    <ConfirmDialog
      isOpen
      title={words.changeTitle(nameOf(member))}
      action={words.save}
      isDangerous={false}
      isPending={change.isPending}
      failure={<Failed text={change.error ? explain(change.error) : null} />}
      onConfirm={() => (role === member.role ? onClose() : change.mutate())}
      onCancel={onClose}
    >
      <RoleChoice role={role} roles={listAssignableRoles(organisation)} onChoose={setRole} />
    </ConfirmDialog>
  );
}
