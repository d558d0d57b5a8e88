import { Button, VisuallyHidden } from '@mantine/core';
import { IconLock, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readFailure } from '../../api/errors.ts';
import { type Member, membersQuery, type Organisation, removeMember } from '../../api/organisations.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { focusSection, Section } from '../../ui/page/section.tsx';
import { Done, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { plainList } from '../../ui/table/list-source.ts';
import { actingWords } from './acting-words.ts';
import { invitingWords } from './invitation-words.ts';
import { MemberForm } from './member-form.tsx';
import { nameOf } from './name-of.ts';
import classes from './organisations.module.css';
import { mayChangeMember } from './rights.ts';
import { RoleDialog } from './role-dialog.tsx';
import { SentInvitations } from './sent-invitations.tsx';
import { organisationsWords } from './words.ts';

type Asked = { what: 'role' | 'remove'; member: Member };

export function MembersSection({ organisation }: { organisation: Organisation }) {
  const { members: words } = usePageWords(organisationsWords);
  const inviting = usePageWords(invitingWords);
  const query = useQuery(membersQuery(organisation.id));
  const failure = query.error ? readFailure(query.error) : null;
  const isOff = failure?.kind === 'refused' && failure.status === 404;
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [said, setSaid] = useState('');
  const isManager = organisation.my_role !== 'member';
  const addButton = useRef<HTMLButtonElement>(null);

  const finish = (what: string) => {
    setAsked(null);
    setIsAdding(false);
    setSaid(what);
    focusSection('members');
  };

  if (isOff)
    return (
      <Section id="members" title={words.heading}>
        <p data-testid="members-off">{inviting.off}</p>
      </Section>
    );
  return (
    <Section
      id="members"
      title={words.heading}
      lead={isManager ? words.protectedWhy : words.readOnly}
      action={
        isManager && !isAdding ? (
          <Button
            ref={addButton}
            leftSection={<IconUserPlus size={18} aria-hidden="true" />}
            data-testid="add-member"
            onClick={() => {
              setSaid('');
              setIsAdding(true);
            }}
          >
            {inviting.open}
          </Button>
        ) : null
      }
    >
      <Done testId="members-said">{said || null}</Done>
      {isAdding ? (
        <MemberForm
          organisation={organisation}
          onSent={finish}
          onClose={() => {
            setIsAdding(false);
            requestAnimationFrame(() => addButton.current?.focus());
          }}
        />
      ) : null}
      <Loaded query={query} source="platform" lines={4}>
        {({ items }) => (
          <MembersTable
            organisation={organisation}
            members={items}
            onAsk={(next) => {
              setSaid('');
              setAsked(next);
            }}
          />
        )}
      </Loaded>
      {isManager ? <SentInvitations organisation={organisation} onWithdrawn={finish} /> : null}
      {asked?.what === 'role' ? (
        <RoleDialog
          organisation={organisation}
          member={asked.member}
          onChanged={finish}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.what === 'remove' ? (
        <RemoveDialog
          organisation={organisation}
          member={asked.member}
          onRemoved={finish}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Section>
  );
}

interface MembersTableProps {
  organisation: Organisation;
  members: Member[];
  onAsk(asked: Asked): void;
}

function MembersTable({ organisation, members, onAsk }: MembersTableProps) {
  const { language } = useLanguage();
  const { members: words, roles } = usePageWords(organisationsWords);
  const { user } = useSession();
  const acting = usePageWords(actingWords);
  const isManager = organisation.my_role !== 'member';
  const rightOf = ({ named_since, appointed_at, appointed_by, role }: Member): string => {
    if (named_since !== null) return acting.named(formatDate(named_since, language));
    if (role === 'member' || appointed_at === null) return acting.none;
    return acting.appointed(appointed_by, formatDate(appointed_at, language));
  };
  const columns: Column<Member>[] = [
    {
      key: 'person',
      title: words.person,
      text: nameOf,
      cell: (member) => (
        <>
          {nameOf(member)}
          {member.user_id === user.id ? <span className={classes.you}>{words.you}</span> : null}
          {member.email && member.full_name ? <span className={classes.email}>{member.email}</span> : null}
        </>
      ),
    },
    { key: 'role', title: words.role, text: (member) => roles[member.role] },
    ...(organisation.verified
      ? [{ key: 'right', title: acting.right, room: 'some' as const, text: rightOf }]
      : []),
    {
      key: 'since',
      title: words.since,
      room: 'some',
      text: (member) => formatDate(member.created_at, language),
      sortBy: (member) => member.created_at,
    },
  ];
  if (isManager) {
    columns.push({
      key: 'actions',
      title: words.actions,
      cell: (member) => <MemberActions organisation={organisation} member={member} onAsk={onAsk} />,
    });
  }
  return (
    <DataTable
      id="members"
      testId="members"
      list={plainList(members)}
      caption={words.heading}
      columns={columns}
      getId={(member) => member.user_id}
      empty={null}
    />
  );
}

type MemberActionsProps = Pick<MembersTableProps, 'organisation' | 'onAsk'> & { member: Member };

function MemberActions({ organisation, member, onAsk }: MemberActionsProps) {
  const { members: words } = usePageWords(organisationsWords);
  const { user } = useSession();
  if (member.user_id === user.id && member.role !== 'owner') return null;
  if (!mayChangeMember(organisation, member)) {
    return (
      <span className={classes.protected}>
        <IconLock size={16} aria-hidden="true" />
        {words.protected}
      </span>
    );
  }
  return (
    <div className={classes.rowActions}>
      <Button
        variant="default"
        size="compact-md"
        fz="sm"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        data-testid="change-role"
        onClick={() => onAsk({ what: 'role', member })}
      >
        {words.change}
        <VisuallyHidden>: {nameOf(member)}</VisuallyHidden>
      </Button>
      <Button
        variant="default"
        size="compact-md"
        fz="sm"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        data-testid="remove-member"
        onClick={() => onAsk({ what: 'remove', member })}
      >
        {words.remove}
        <VisuallyHidden>: {nameOf(member)}</VisuallyHidden>
      </Button>
    </div>
  );
}

interface RemoveDialogProps {
  organisation: Organisation;
  member: Member;
  onRemoved(said: string): void;
  onClose(): void;
}

function RemoveDialog({ organisation, member, onRemoved, onClose }: RemoveDialogProps) {
  const { members: words } = usePageWords(organisationsWords);
  const client = useQueryClient();
  const explain = useExplanation('platform');
  const remove = useMutation({
    mutationFn: () => removeMember(organisation.id, member.user_id),
    onSuccess: () => onRemoved(words.removed(nameOf(member))),
    // Also after a refusal, because the list may be stale.
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(organisation.id).queryKey }),
  });
  return (
    <ConfirmDialog
      isOpen
      title={words.removeTitle(nameOf(member))}
      action={words.remove}
      isPending={remove.isPending}
      failure={<Failed text={remove.error ? explain(remove.error) : null} />}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  );
}
