import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Evidence, evidencesQuery } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import admin from '../administration/administration.module.css';
import { type Column, DataTable } from '../administration/data-table.tsx';
import detail from '../administration/detail.module.css';
import { ListAndDetail } from '../administration/list-and-detail.tsx';
import { Done, EmptyState, LoadFailure, LoadingRows } from '../administration/states.tsx';
import { useFilters } from '../administration/use-filters.ts';
import { administrationWords } from '../administration/words.ts';
import { EvidenceDetail } from './evidence-detail.tsx';
import { useMayManage } from './registry.tsx';
import { vocabularyWords } from './vocabulary-words.ts';
import { registryWords } from './words.ts';

const NEW = 'new';

export function RegistryEvidencesPage() {
  const registry = usePageWords(registryWords);
  const words = usePageWords(vocabularyWords);
  const own = words.evidences;
  const shared = usePageWords(administrationWords);
  const mayManage = useMayManage();
  const filters = useFilters();
  const client = useQueryClient();
  const [done, setDone] = useState('');
  const { data, error, isPending, refetch } = useQuery(evidencesQuery);
  const search = filters.get('q');
  const wanted = search.trim().toLocaleLowerCase('mn');
  const rows = (data ?? []).filter(({ name, code }) =>
    [name, code].some((text) => text.toLocaleLowerCase('mn').includes(wanted)),
  );
  const openId = filters.get('evidence') || null;
  const shown = data?.find(({ id }) => id === openId) ?? null;

  const columns: Column<Evidence>[] = [
    {
      key: 'name',
      title: words.name,
      sortBy: ({ name }) => name,
      cell: (evidence) => (
        <>
          {evidence.name}
          <span className={`${admin.under} ${detail.code}`}>{evidence.code}</span>
        </>
      ),
    },
    {
      key: 'exchange',
      title: own.exchange,
      room: 'some',
      sortBy: ({ in_khur }) => Number(in_khur),
      cell: ({ in_khur, khur_service_code }) => (
        <>
          <span className={admin.chip} data-tone={in_khur ? 'good' : undefined}>
            {in_khur ? own.yes : own.no}
          </span>
          {khur_service_code ? (
            <span className={`${admin.under} ${detail.code}`}>{khur_service_code}</span>
          ) : null}
        </>
      ),
    },
    {
      key: 'holder',
      title: own.holder,
      room: 'much',
      sortBy: ({ holder_agency }) => holder_agency,
      cell: ({ holder_agency }) => holder_agency,
    },
  ];
  const open = (id: string | null) => {
    setDone('');
    filters.set({ evidence: id });
  };
  const finish = (text: string) => {
    open(null);
    setDone(text);
    client.invalidateQueries({ queryKey: ['registry'] });
  };

  return (
    <ListAndDetail
      title={registry.places.evidences}
      lead={own.lead}
      openId={openId}
      detail={
        openId === NEW || shown ? (
          <EvidenceDetail
            key={openId}
            evidence={shown}
            mayManage={mayManage}
            onClose={() => open(null)}
            onSaved={(evidence) => finish(own.saved(evidence.name))}
            onDeleted={(evidence) => finish(own.deleted(evidence.name))}
          />
        ) : null
      }
      action={
        mayManage ? (
          <Button data-testid="add-evidence" onClick={() => open(NEW)}>
            {own.add}
          </Button>
        ) : null
      }
      filters={
        <search className={admin.filters} aria-label={shared.filters}>
          <TextInput
            className={admin.grow}
            type="search"
            label={words.search}
            placeholder={words.searchHint}
            value={search}
            maxLength={100}
            autoComplete="off"
            data-testid="filter-q"
            onChange={(event) => filters.set({ q: event.currentTarget.value }, { replace: true })}
          />
        </search>
      }
    >
      <Done>{done}</Done>
      {isPending ? (
        <LoadingRows />
      ) : !data ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : rows.length === 0 ? (
        <EmptyState>{own.empty}</EmptyState>
      ) : (
        <DataTable
          caption={own.caption}
          columns={columns}
          rows={rows}
          getId={({ id }) => id}
          openId={openId}
          onOpen={open}
        />
      )}
    </ListAndDetail>
  );
}
