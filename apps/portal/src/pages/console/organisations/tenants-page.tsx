import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Tenant, tenantsQuery } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useConsoleSession } from '../../../shell/console/console-shell.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Detail, Facts, ListAndDetail, showCode } from '../../../ui/list-and-detail.tsx';
import classes from '../../../ui/list-page.module.css';
import { administrationWords } from '../../../ui/list-words.ts';
import { Moment } from '../../../ui/moment.tsx';
import { PagedTable, readOffset } from '../../../ui/paging.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { tenantsWords } from './words.ts';

const PAGE_SIZE = 50;
const TYPING_MS = 300;

export function TenantsPage() {
  const words = usePageWords(tenantsWords);
  const shared = usePageWords(administrationWords);
  const { capabilities } = useConsoleSession();
  const filters = useFilters();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_MS);
  const openId = filters.get('organisation') || null;
  const offset = readOffset(filters);
  const query = useQuery(tenantsQuery({ q, offset, limit: PAGE_SIZE }));
  const shown = query.data?.items.find((tenant) => tenant.id === openId);

  const columns: Column<Tenant>[] = [
    {
      key: 'name',
      title: words.name,
      cell: (tenant) => (
        <>
          {tenant.name}
          <span className={`${classes.under} ${classes.underSmall}`}>
            {tenant.slug ?? tenant.registration_number}
          </span>
        </>
      ),
    },
    { key: 'slug', title: words.slug, room: 'some', cell: (tenant) => showCode(tenant.slug) },
    { key: 'admin', title: words.admin, room: 'some', cell: (tenant) => <AdminState tenant={tenant} /> },
    {
      key: 'regNo',
      title: words.regNo,
      room: 'much',
      cell: (tenant) => showCode(tenant.registration_number),
    },
    { key: 'members', title: words.members, room: 'much', cell: (tenant) => tenant.user_count },
    {
      key: 'created',
      title: words.created,
      room: 'much',
      cell: (tenant) => <Moment at={tenant.created_at} />,
    },
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
        </search>
      }
      detail={
        shown ? <TenantDetail tenant={shown} onClose={() => filters.set({ organisation: null })} /> : null
      }
    >
      <PagedTable
        query={query}
        filters={filters}
        size={PAGE_SIZE}
        empty={
          <EmptyState {...(q === '' ? { title: words.empty } : {})}>
            {q === '' ? words.emptyText : words.noneFound}
          </EmptyState>
        }
        caption={words.caption}
        columns={columns}
        openId={openId}
        onOpen={(organisation) => filters.set({ organisation })}
      />
    </ListAndDetail>
  );
}

function AdminState({ tenant }: { tenant: Tenant }) {
  const words = usePageWords(tenantsWords);
  if (tenant.invitation_pending)
    return (
      <span className={classes.chip} data-tone="warn">
        {words.invited}
      </span>
    );
  return tenant.user_count > 0 ? (
    <span className={classes.chip} data-tone="good">
      {words.hasAdmin}
    </span>
  ) : (
    <span className={classes.chip}>{words.noAdmin}</span>
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
