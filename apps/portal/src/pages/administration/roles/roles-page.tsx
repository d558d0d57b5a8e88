import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../api/administration.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import classes from '../administration.module.css';
import { type Column, DataTable } from '../data-table.tsx';
import { ListAndDetail } from '../list-and-detail.tsx';
import { nameRole, ROLE_IDS } from '../role-names.ts';
import { Done, EmptyState, LoadFailure, LoadingRows } from '../states.tsx';
import { useFilters } from '../use-filters.ts';
import { rolesQuery } from '../users/use-roles.ts';
import { RoleDetail } from './role-detail.tsx';
import { rolesWords } from './words.ts';

const NEW = 'new';

export const hasEveryPermission = (role: Role) =>
  role.id === ROLE_IDS.superadmin || role.id === ROLE_IDS.admin;

export function RolesPage() {
  const { language } = useLanguage();
  const words = usePageWords(rolesWords);
  const filters = useFilters();
  const client = useQueryClient();
  const [done, setDone] = useState('');
  const { data: roles, error, isPending, refetch } = useQuery(rolesQuery);
  const openId = filters.get('role') || null;
  const shown = roles?.find((role) => String(role.id) === openId);

  const columns: Column<Role>[] = [
    {
      key: 'name',
      title: words.name,
      sortBy: (role) => nameRole(role, language),
      cell: (role) => (
        <>
          {nameRole(role, language)}
          <span className={classes.under}>{role.description || role.key}</span>
        </>
      ),
    },
    {
      key: 'kind',
      title: words.kind,
      room: 'some',
      sortBy: (role) => Number(!role.is_system),
      cell: (role) => <span className={classes.chip}>{role.is_system ? words.system : words.custom}</span>,
    },
    {
      key: 'count',
      title: words.count,
      room: 'some',
      sortBy: (role) => (hasEveryPermission(role) ? Number.MAX_SAFE_INTEGER : role.permissions.length),
      cell: (role) => (hasEveryPermission(role) ? words.all : role.permissions.length),
    },
  ];
  const open = (id: string | null) => {
    setDone('');
    filters.set({ role: id });
  };
  const reload = () => client.invalidateQueries({ queryKey: ['administration', 'roles'] });

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        <Button data-testid="add-role" onClick={() => open(NEW)}>
          {words.add}
        </Button>
      }
      detail={
        openId === NEW || shown ? (
          <RoleDetail
            key={openId}
            role={shown ?? null}
            onClose={() => open(null)}
            onSaved={(role) => {
              reload();
              if (shown) return;
              open(null);
              setDone(words.added(role.name));
            }}
            onDeleted={(role) => {
              reload();
              open(null);
              setDone(words.deleted(role.name));
            }}
          />
        ) : null
      }
    >
      <Done>{done}</Done>
      {isPending ? (
        <LoadingRows />
      ) : !roles ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : roles.length === 0 ? (
        <EmptyState>{words.emptyText}</EmptyState>
      ) : (
        <DataTable
          caption={words.caption}
          columns={columns}
          rows={roles}
          getId={(role) => String(role.id)}
          openId={openId}
          onOpen={open}
        />
      )}
    </ListAndDetail>
  );
}
