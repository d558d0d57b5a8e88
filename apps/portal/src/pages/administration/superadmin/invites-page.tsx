import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Invite, invitesQuery } from '../../../api/superadmin.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { NEW } from '../../../ui/table/use-opened.ts';
import { InviteDetail, NewInviteDetail } from './invite-detail.tsx';
import { invitesWords } from './words.ts';

export function InvitesPage() {
  const words = usePageWords(invitesWords);
  const client = useQueryClient();
  const query = useQuery(invitesQuery);
  // An invitation is identified by a person's e-mail, which must not appear in the address bar.
  const [openId, setOpenId] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const [fresh, setFresh] = useState<string | null>(null);
  const shown = query.data?.find((invite) => invite.email === openId);

  const open = (id: string | null) => {
    setDone('');
    setFresh(null);
    setOpenId(id);
  };
  const reload = () => client.invalidateQueries({ queryKey: invitesQuery.queryKey });

  const columns: Column<Invite>[] = [
    {
      key: 'email',
      title: words.email,
      text: (invite) => invite.email,
    },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      text: (invite) => (invite.pending ? words.pending : words.accepted),
      cell: (invite) => (
        <span className={badgeStyle.chip} data-tone={invite.pending ? 'warn' : 'good'}>
          {invite.pending ? words.pending : words.accepted}
        </span>
      ),
    },
    momentColumn({ key: 'created', title: words.created, room: 'much', at: (invite) => invite.created_at }),
    momentColumn({
      key: 'accepted',
      title: words.acceptedAt,
      room: 'much',
      at: (invite) => invite.accepted_at,
    }),
  ];

  const detail =
    openId === NEW ? (
      <NewInviteDetail
        onClose={() => open(null)}
        onCreated={async (invite) => {
          await reload();
          setFresh(invite.email);
          setOpenId(invite.email);
        }}
      />
    ) : shown ? (
      <InviteDetail
        key={shown.email}
        invite={shown}
        isFresh={shown.email === fresh}
        onClose={() => open(null)}
        onTakenBack={async () => {
          await reload();
          setOpenId(null);
          setDone(words.takenBack(shown.email));
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
        <Button data-testid="add-invite" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="invites"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState title={words.emptyTitle}>{words.empty}</EmptyState>}
        getId={(invite) => invite.email}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
