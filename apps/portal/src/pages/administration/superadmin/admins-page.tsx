import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Admin, adminsQuery } from '../../../api/superadmin.ts';
import { nameRole } from '../../../features/roles/role-names.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import { useActiveColumn } from '../../../ui/table/active-column.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../../ui/table/use-opened.ts';
import textStyle from '../../../ui/text.module.css';
import { AdminDetail } from './admin-detail.tsx';
import { NewAdminDetail } from './new-admin.tsx';
import { adminsWords } from './words.ts';

export function AdminsPage() {
  const { language } = useLanguage();
  const words = usePageWords(adminsWords);
  const client = useQueryClient();
  const query = useQuery(adminsQuery);
  const { openId, open, close, done, finish } = useOpened('admin');
  const shown = query.data?.find((admin) => admin.id === openId);

  // The list is refreshed before the message appears.
  const leave = async (message: string) => {
    await client.invalidateQueries({ queryKey: adminsQuery.queryKey });
    finish(message);
  };
  const nameOf = (admin: Admin) => admin.full_name || admin.email || admin.username;

  const stateColumn = useActiveColumn<Admin>((admin) => admin.active);
  const columns: Column<Admin>[] = [
    {
      key: 'name',
      title: words.name,
      text: nameOf,
      cell: (admin) => (
        <>
          {admin.full_name || words.noName}
          <span className={textStyle.under}>{admin.full_name_en || admin.username}</span>
        </>
      ),
    },
    {
      key: 'role',
      title: words.role,
      room: 'some',
      text: (admin) => nameRole({ key: admin.role }, language),
      sortBy: (admin) => admin.role_id,
    },
    stateColumn,
    { key: 'email', title: words.email, room: 'much', text: (admin) => admin.email },
    momentColumn({ key: 'created', title: words.created, room: 'much', at: (admin) => admin.created_at }),
  ];

  const detail =
    openId === NEW ? (
      <NewAdminDetail
        onClose={close}
        onGranted={(admin) => leave(words.granted(nameOf(admin)))}
        onRegistered={(name) => leave(words.registered(name))}
      />
    ) : shown ? (
      <AdminDetail
        key={shown.id}
        admin={shown}
        onClose={close}
        onRevoked={() => leave(words.revoked(nameOf(shown)))}
      />
    ) : null;

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      detail={detail}
      action={
        <Button data-testid="add-admin" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="admins"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState title={words.empty} />}
        getId={(admin) => admin.id}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
