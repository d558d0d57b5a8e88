import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RoleInvitation, waitingInvitationsQuery } from '../../../api/role-invitations.ts';
import { nameRole } from '../../../features/roles/role-names.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../../ui/table/use-opened.ts';
import { InvitationDetail } from './invitation-detail.tsx';
import { roleInvitationWords } from './invitation-words.ts';
import { NewInvitation } from './new-invitation.tsx';
import { useRoles } from './use-roles.ts';

/** Roles that wait for a person who has not signed in yet. */
export function RoleInvitationsPage() {
  const words = usePageWords(roleInvitationWords);
  const { language } = useLanguage();
  const roles = useRoles();
  const client = useQueryClient();
  const query = useQuery(waitingInvitationsQuery);
  const { openId, open, close, done, finish } = useOpened('invitation');
  const shown = query.data?.find(({ id }) => id === openId);
  const nameOf = ({ role_id }: RoleInvitation) => {
    const role = roles.find(({ id }) => id === role_id);
    return role ? nameRole(role, language) : String(role_id);
  };
  const reload = () => client.invalidateQueries({ queryKey: waitingInvitationsQuery.queryKey });

  const columns: Column<RoleInvitation>[] = [
    { key: 'person', title: words.person, text: ({ register }) => register },
    { key: 'role', title: words.role, room: 'some', text: nameOf },
    { key: 'inviter', title: words.inviter, room: 'much', text: ({ inviter }) => inviter },
    momentColumn({ key: 'expires', title: words.expires, room: 'some', at: ({ expires_at }) => expires_at }),
  ];

  const detail =
    openId === NEW ? (
      <NewInvitation
        onClose={close}
        onSent={async () => {
          await reload();
          finish(words.added);
        }}
      />
    ) : shown ? (
      <InvitationDetail
        key={shown.id}
        invitation={shown}
        roleName={nameOf(shown)}
        onClose={close}
        onChanged={reload}
        onWithdrawn={async () => {
          await reload();
          finish(words.withdrawn);
        }}
      />
    ) : null;

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      detail={detail}
      action={
        <Button data-testid="invite-to-role" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="role-invitations"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        getId={({ id }) => id}
        empty={<EmptyState title={words.empty} />}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
