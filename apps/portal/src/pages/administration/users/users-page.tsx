import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminUser, USERS_KEY, userQuery, usersQuery } from '../../../api/administration.ts';
import { nameRole } from '../../../features/roles/role-names.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { Detail, ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState, LoadFailure } from '../../../ui/states/states.tsx';
import { useActiveColumn } from '../../../ui/table/active-column.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import { usePagedList } from '../../../ui/table/lists.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import { NEW } from '../../../ui/table/use-opened.ts';
import textStyle from '../../../ui/text.module.css';
import { uiWords } from '../../../ui/words.ts';
import { NewUserDetail } from './new-user.tsx';
import { useRoles } from './use-roles.ts';
import { UserDetail } from './user-detail.tsx';
import { usersWords } from './words.ts';

const TYPING_MS = 300;

const isLinked = (openId: string | null) => openId !== null && openId !== NEW;

export function UsersPage() {
  const { language } = useLanguage();
  const words = usePageWords(usersWords);
  const shared = usePageWords(uiWords);
  const filters = useFilters();
  const client = useQueryClient();
  const roles = useRoles();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_MS);
  const [opened, setOpened] = useState<AdminUser | null>(null);
  const [done, setDone] = useState('');

  const openId = filters.get('user') || null;
  const role = Number(filters.get('role')) || null;
  const active = filters.get('active') === '' ? null : filters.get('active') === 'true';
  const list = usePagedList({
    id: 'users',
    size: 25,
    sorts: { name: 'name', created: 'created_at' },
    query: (page) => usersQuery({ q, role, active, ...page }),
  });
  const people = list.rows;
  // A person who no longer matches the filter after a change stays open until closed.
  const listed = people?.find((user) => user.id === openId) ?? (opened?.id === openId ? opened : undefined);
  // A link from another page may name a person who is not on this page of the list.
  const linked = useQuery({
    ...userQuery(openId ?? ''),
    enabled: isLinked(openId) && people !== undefined && !listed,
  });
  const shown = listed ?? linked.data;

  const nameOfRole = (user: AdminUser) =>
    nameRole(
      { key: user.role, name: roles.find((known) => known.id === user.role_id)?.name ?? '' },
      language,
    );
  const stateColumn = useActiveColumn<AdminUser>((user) => user.active);
  const columns: Column<AdminUser>[] = [
    {
      key: 'name',
      title: words.name,
      text: (user) => user.full_name || words.noName,
      cell: (user) => (
        <>
          {user.full_name || words.noName}
          <span className={textStyle.under}>{user.full_name_en || user.username}</span>
        </>
      ),
    },
    { key: 'role', title: words.role, room: 'some', text: nameOfRole },
    stateColumn,
    { key: 'email', title: words.email, room: 'much', text: (user) => user.email },
    momentColumn({ key: 'created', title: words.created, room: 'much', at: (user) => user.created_at }),
  ];

  const open = (id: string | null) => {
    setDone('');
    setOpened(people?.find((user) => user.id === id) ?? null);
    filters.set({ user: id });
  };
  const reload = () => client.invalidateQueries({ queryKey: USERS_KEY });
  const applyChange = (user: AdminUser) => {
    setOpened(user);
    reload();
  };
  const finish = (message: string, user?: AdminUser) => {
    open(user?.id ?? null);
    if (user) setOpened(user);
    setDone(message);
    reload();
  };

  const detail =
    openId === NEW ? (
      <NewUserDetail
        onClose={() => open(null)}
        onAdded={(user) => finish(words.added(user.full_name || user.username), user)}
      />
    ) : shown ? (
      <UserDetail
        key={shown.id}
        user={shown}
        roleName={nameOfRole(shown)}
        onClose={() => open(null)}
        onChanged={applyChange}
        onDeleted={() => finish(words.deleted(shown.full_name || shown.username))}
      />
    ) : linked.error ? (
      <Detail title={words.noSuchUser} subject={openId ?? ''} onClose={() => open(null)}>
        <LoadFailure error={linked.error} onRetry={linked.refetch} />
      </Detail>
    ) : null;

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      detail={detail}
      action={
        <Button data-testid="add-user" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
      filters={
        <FilterBar
          filters={filters}
          search={{ label: words.search, hint: words.searchHint, value: search, onChange: setSearch }}
          choices={[
            {
              name: 'role',
              label: words.role,
              options: roles.map((known) => ({ value: String(known.id), label: nameRole(known, language) })),
            },
            {
              name: 'active',
              label: shared.state,
              options: [
                { value: 'true', label: shared.active },
                { value: 'false', label: shared.inactive },
              ],
            },
          ]}
        />
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="users"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(user) => user.id}
        empty={<EmptyState>{words.emptyText}</EmptyState>}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
