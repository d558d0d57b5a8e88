import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Admin, adminsQuery } from '../../../api/superadmin.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import classes from '../administration.module.css';
import { type Column, DataTable } from '../data-table.tsx';
import { ListAndDetail } from '../list-and-detail.tsx';
import { Moment } from '../moment.tsx';
import { nameRole } from '../role-names.ts';
import { Done, EmptyState, LoadFailure, LoadingRows } from '../states.tsx';
import { useFilters } from '../use-filters.ts';
import { AdminDetail } from './admin-detail.tsx';
import { NewAdminDetail } from './new-admin.tsx';
import { adminsWords } from './words.ts';

const NEW = 'new';

export function AdminsPage() {
  const { language } = useLanguage();
  const words = usePageWords(adminsWords);
  const filters = useFilters();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(adminsQuery);
  const [done, setDone] = useState('');
  const openId = filters.get('admin') || null;
  const shown = data?.find((admin) => admin.id === openId);

  const open = (id: string | null) => {
    setDone('');
    filters.set({ admin: id });
  };
  // The list is right before it is said what happened.
  const finish = async (message: string) => {
    await client.invalidateQueries({ queryKey: adminsQuery.queryKey });
    open(null);
    setDone(message);
  };
  const nameOf = (admin: Admin) => admin.full_name || admin.email || admin.username;

  const columns: Column<Admin>[] = [
    {
      key: 'name',
      title: words.name,
      sortBy: nameOf,
      cell: (admin) => (
        <>
          {admin.full_name || words.noName}
          <span className={classes.under}>{admin.full_name_en || admin.username}</span>
          <span className={`${classes.under} ${classes.underSmall}`}>
            {nameRole({ key: admin.role }, language)} · {admin.active ? words.active : words.inactive}
          </span>
        </>
      ),
    },
    {
      key: 'role',
      title: words.role,
      room: 'some',
      sortBy: (admin) => admin.role_id,
      cell: (admin) => nameRole({ key: admin.role }, language),
    },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      cell: (admin) => (
        <span className={classes.chip} data-tone={admin.active ? 'good' : undefined}>
          {admin.active ? words.active : words.inactive}
        </span>
      ),
    },
    {
      key: 'email',
      title: words.email,
      room: 'much',
      sortBy: (admin) => admin.email,
      cell: (admin) => admin.email,
    },
    {
      key: 'created',
      title: words.created,
      room: 'much',
      sortBy: (admin) => admin.created_at,
      cell: (admin) => <Moment at={admin.created_at} />,
    },
  ];

  const detail =
    openId === NEW ? (
      <NewAdminDetail
        onClose={() => open(null)}
        onGranted={(admin) => finish(words.granted(nameOf(admin)))}
        onRegistered={(name) => finish(words.registered(name))}
      />
    ) : shown ? (
      <AdminDetail
        key={shown.id}
        admin={shown}
        onClose={() => open(null)}
        onRevoked={() => finish(words.revoked(nameOf(shown)))}
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
      {isPending ? (
        <LoadingRows />
      ) : !data ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : data.length === 0 ? (
        <EmptyState>{words.empty}</EmptyState>
      ) : (
        <DataTable
          caption={words.caption}
          columns={columns}
          rows={data}
          getId={(admin) => admin.id}
          openId={openId}
          onOpen={open}
        />
      )}
    </ListAndDetail>
  );
}
