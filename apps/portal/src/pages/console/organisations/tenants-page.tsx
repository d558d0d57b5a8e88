import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Tenant, tenantsQuery } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useConsoleSession } from '../../../shell/console/console-shell.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts, ListAndDetail, showCode } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import { usePagedList } from '../../../ui/table/lists.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import { tenantsWords } from './words.ts';

const TYPING_MS = 300;

export function TenantsPage() {
  const words = usePageWords(tenantsWords);
  const { capabilities } = useConsoleSession();
  const filters = useFilters();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_MS);
  const openId = filters.get('organisation') || null;
  const list = usePagedList({
    id: 'tenants',
    size: 50,
    sorts: { name: 'name', created: 'created_at' },
    query: (page) => tenantsQuery({ q, ...page }),
  });
  const shown = list.rows?.find((tenant) => tenant.id === openId);

  const columns: Column<Tenant>[] = [
    {
      key: 'name',
      title: words.name,
      text: (tenant) => tenant.name,
    },
    {
      key: 'slug',
      title: words.slug,
      room: 'some',
      text: (tenant) => tenant.slug ?? '',
      cell: (tenant) => showCode(tenant.slug),
    },
    {
      key: 'admin',
      title: words.admin,
      room: 'some',
      text: (tenant) => words[readAdmin(tenant)],
      cell: (tenant) => <AdminState tenant={tenant} />,
    },
    {
      key: 'regNo',
      title: words.regNo,
      room: 'much',
      text: (tenant) => tenant.registration_number ?? '',
      cell: (tenant) => showCode(tenant.registration_number),
    },
    {
      key: 'members',
      title: words.members,
      room: 'much',
      isNumber: true,
      text: (tenant) => tenant.user_count,
    },
    momentColumn({ key: 'created', title: words.created, room: 'much', at: (tenant) => tenant.created_at }),
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        capabilities.includes('tenant.create') ? (
          <Button component={Link} to="/console/bulk" data-testid="to-bulk">
            {words.bulk}
          </Button>
        ) : null
      }
      filters={
        <FilterBar
          filters={filters}
          search={{ label: words.search, hint: words.searchHint, value: search, onChange: setSearch }}
        />
      }
      detail={
        shown ? <TenantDetail tenant={shown} onClose={() => filters.set({ organisation: null })} /> : null
      }
    >
      <DataTable
        id="tenants"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(tenant) => tenant.id}
        empty={
          <EmptyState {...(q === '' ? { title: words.empty } : {})}>
            {q === '' ? words.emptyText : words.noneFound}
          </EmptyState>
        }
        openId={openId}
        onOpen={(organisation) => filters.set({ organisation })}
      />
    </ListAndDetail>
  );
}

const readAdmin = ({ invitation_pending, user_count }: Tenant) =>
  invitation_pending ? 'invited' : user_count > 0 ? 'hasAdmin' : 'noAdmin';
const ADMIN_TONES = { invited: 'warn', hasAdmin: 'good', noAdmin: undefined };

function AdminState({ tenant }: { tenant: Tenant }) {
  const words = usePageWords(tenantsWords);
  const state = readAdmin(tenant);
  return (
    <span className={badgeStyle.chip} data-tone={ADMIN_TONES[state]}>
      {words[state]}
    </span>
  );
}

function TenantDetail({ tenant, onClose }: { tenant: Tenant; onClose(): void }) {
  const words = usePageWords(tenantsWords);
  return (
    <Detail title={tenant.name} subject={tenant.id} onClose={onClose}>
      <Facts
        items={[
          [words.slug, showCode(tenant.slug)],
          [words.regNo, tenant.registration_number],
          [words.admin, <AdminState key="admin" tenant={tenant} />],
          [words.members, String(tenant.user_count)],
          [words.apps, String(tenant.app_count)],
          [words.created, <Moment key="created" at={tenant.created_at} />],
          [words.id, showCode(tenant.id)],
        ]}
      />
    </Detail>
  );
}
