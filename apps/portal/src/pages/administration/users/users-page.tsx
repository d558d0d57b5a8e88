import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminUser, USERS_KEY, usersQuery } from '../../../api/administration.ts';
import { nameRole } from '../../../features/roles/role-names.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListAndDetail } from '../../../ui/list-and-detail.tsx';
import classes from '../../../ui/list-page.module.css';
import { administrationWords } from '../../../ui/list-words.ts';
import { Moment } from '../../../ui/moment.tsx';
import { PagedTable, readOffset } from '../../../ui/paging.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Done, EmptyState } from '../../../ui/states.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { NEW } from '../../../ui/use-opened.ts';
import { NewUserDetail } from './new-user.tsx';
import { useRoles } from './use-roles.ts';
import { UserDetail } from './user-detail.tsx';
import { usersWords } from './words.ts';

const PAGE_SIZE = 25;
const TYPING_MS = 300;

export function UsersPage() {
  const { language } = useLanguage();
  const words = usePageWords(usersWords);
  const shared = usePageWords(administrationWords);
  const filters = useFilters();
  const client = useQueryClient();
  const roles = useRoles();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_MS);
  const [opened, setOpened] = useState<AdminUser | null>(null);
  const [done, setDone] = useState('');

  const openId = filters.get('user') || null;
  const offset = readOffset(filters);
  const role = Number(filters.get('role')) || null;
  const active = filters.get('active') === '' ? null : filters.get('active') === 'true';
  const query = useQuery(usersQuery({ q, role, active, offset, limit: PAGE_SIZE }));
  const people = query.data?.items;
  // A person who no longer matches the filter after a change stays open until closed.
  const shown = people?.find((user) => user.id === openId) ?? (opened?.id === openId ? opened : null);
  const isFiltered = q !== '' || role !== null || active !== null;

  const nameOfRole = (user: AdminUser) =>
    nameRole(
      { key: user.role, name: roles.find((known) => known.id === user.role_id)?.name ?? '' },
      language,
    );
  const columns: Column<AdminUser>[] = [
    {
      key: 'name',
      title: words.name,
      cell: (user) => (
        <>
          {user.full_name || words.noName}
          <span className={classes.under}>{user.full_name_en || user.username}</span>
          <span className={`${classes.under} ${classes.underSmall}`}>
            {nameOfRole(user)} · {user.active ? words.active : words.inactive}
          </span>
        </>
      ),
    },
    { key: 'role', title: words.role, room: 'some', cell: nameOfRole },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      cell: (user) => (
        <span className={classes.chip} data-tone={user.active ? 'good' : undefined}>
          {user.active ? words.active : words.inactive}
        </span>
      ),
    },
    { key: 'email', title: words.email, room: 'much', cell: (user) => user.email },
    { key: 'created', title: words.created, room: 'much', cell: (user) => <Moment at={user.created_at} /> },
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
        <search className={classes.filters} aria-label={shared.filters}>
          <SearchInput
            label={words.search}
            hint={words.searchHint}
            value={search}
            testId="filter-search"
            onChange={(text) => {
              setSearch(text);
              if (offset > 0) filters.set({ offset: null }, { replace: true });
            }}
          />
          <NativeSelect
            label={words.role}
            value={role ?? ''}
            data-testid="filter-role"
            data={[
              { value: '', label: shared.any },
              ...roles.map((known) => ({ value: String(known.id), label: nameRole(known, language) })),
            ]}
            onChange={(event) => filters.set({ role: event.currentTarget.value, offset: null })}
          />
          <NativeSelect
            label={words.state}
            value={active === null ? '' : String(active)}
            data-testid="filter-active"
            data={[
              { value: '', label: shared.any },
              { value: 'true', label: words.active },
              { value: 'false', label: words.inactive },
            ]}
            onChange={(event) => filters.set({ active: event.currentTarget.value, offset: null })}
          />
          {isFiltered ? (
            <Button
              variant="subtle"
              data-testid="clear-filters"
              onClick={() => {
                setSearch('');
                filters.set({ role: null, active: null, offset: null });
              }}
            >
              {shared.clearFilters}
            </Button>
          ) : null}
        </search>
      }
    >
      <Done>{done}</Done>
      <PagedTable
        query={query}
        filters={filters}
        size={PAGE_SIZE}
        empty={<EmptyState>{words.emptyText}</EmptyState>}
        caption={words.caption}
        columns={columns}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
