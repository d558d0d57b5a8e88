import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Role, rolesQuery } from '../../../api/administration.ts';
import { describeRole, hasEveryPermission, nameRole } from '../../../features/roles/role-names.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../../ui/table/use-opened.ts';
import textStyle from '../../../ui/text.module.css';
import { RoleDetail } from './role-detail.tsx';
import { rolesWords } from './words.ts';

export function RolesPage() {
  const { language } = useLanguage();
  const words = usePageWords(rolesWords);
  const client = useQueryClient();
  const query = useQuery(rolesQuery);
  const { openId, open, close, done, finish } = useOpened('role');
  const shown = query.data?.find((role) => String(role.id) === openId);

  const columns: Column<Role>[] = [
    {
      key: 'name',
      title: words.name,
      text: (role) => nameRole(role, language),
      cell: (role) => (
        <>
          {nameRole(role, language)}
          <span className={textStyle.under}>{describeRole(role, language) || role.key}</span>
        </>
      ),
    },
    {
      key: 'kind',
      title: words.kind,
      room: 'some',
      text: (role) => (role.is_system ? words.system : words.custom),
      cell: (role) => <span className={badgeStyle.chip}>{role.is_system ? words.system : words.custom}</span>,
    },
    {
      key: 'count',
      title: words.count,
      room: 'some',
      sortBy: (role) => (hasEveryPermission(role) ? Number.MAX_SAFE_INTEGER : role.permissions.length),
      text: (role) => (hasEveryPermission(role) ? words.all : role.permissions.length),
    },
  ];
  const reload = () => client.invalidateQueries({ queryKey: rolesQuery.queryKey });

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
            onClose={close}
            onSaved={(role) => {
              reload();
              if (!shown) finish(words.added(role.name));
            }}
            onDeleted={(role) => {
              reload();
              finish(words.deleted(role.name));
            }}
          />
        ) : null
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="roles"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState>{words.emptyText}</EmptyState>}
        getId={(role) => String(role.id)}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
