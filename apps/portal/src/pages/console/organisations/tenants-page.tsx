import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { fetchTenants, type Tenant } from '../../../api/console.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import classes from '../../administration/administration.module.css';
import { type Column, DataTable } from '../../administration/data-table.tsx';
import parts from '../../administration/detail.module.css';
import { Detail, Facts, ListAndDetail } from '../../administration/list-and-detail.tsx';
import { Moment } from '../../administration/moment.tsx';
import { Paging } from '../../administration/paging.tsx';
import { EmptyState, LoadFailure, LoadingRows } from '../../administration/states.tsx';
import { useFilters } from '../../administration/use-filters.ts';
import { administrationWords } from '../../administration/words.ts';
import { useConsoleSession } from '../console-shell.tsx';
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
  const offset = Math.max(0, Number.parseInt(filters.get('offset'), 10) || 0);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['console', 'tenants', { q, offset }],
    queryFn: ({ signal }) => fetchTenants({ q, offset, limit: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });
  const shown = data?.items.find((tenant) => tenant.id === openId);

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
    { key: 'slug', title: words.slug, room: 'some', cell: (tenant) => <Code text={tenant.slug} /> },
    { key: 'admin', title: words.admin, room: 'some', cell: (tenant) => <AdminState tenant={tenant} /> },
    {
      key: 'regNo',
      title: words.regNo,
      room: 'much',
      cell: (tenant) => <Code text={tenant.registration_number} />,
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
          <TextInput
            className={classes.grow}
            type="search"
            label={words.search}
            placeholder={words.searchHint}
            value={search}
            maxLength={100}
            autoComplete="off"
            data-testid="filter-search"
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              if (offset > 0) filters.set({ offset: null }, { replace: true });
            }}
          />
        </search>
      }
      detail={
        shown ? <TenantDetail tenant={shown} onClose={() => filters.set({ organisation: null })} /> : null
      }
    >
      {isPending ? (
        <LoadingRows />
      ) : !data ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <EmptyState {...(q === '' ? { title: words.empty } : {})}>
          {q === '' ? words.emptyText : words.noneFound}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={data.items}
            getId={(tenant) => tenant.id}
            openId={openId}
            onOpen={(id) => filters.set({ organisation: id })}
          />
          <Paging
            offset={offset}
            size={PAGE_SIZE}
            shown={data.items.length}
            total={data.total}
            isLoading={isPlaceholderData}
            onMove={(next) => filters.set({ offset: next > 0 ? String(next) : null })}
          />
        </>
      )}
    </ListAndDetail>
  );
}

function Code({ text }: { text: string | null }) {
  return text ? <span className={parts.code}>{text}</span> : null;
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
          [words.slug, tenant.slug ? <Code key="slug" text={tenant.slug} /> : ''],
          [words.regNo, tenant.registration_number],
          [words.admin, <AdminState key="admin" tenant={tenant} />],
          [words.members, String(tenant.user_count)],
          [words.apps, String(tenant.app_count)],
          [words.created, <Moment key="created" at={tenant.created_at} />],
          [words.id, <Code key="id" text={tenant.id} />],
        ]}
      />
    </Detail>
  );
}
