import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type LifeEvent, lifeEventsQuery, passportsQuery } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import admin from '../administration/administration.module.css';
import { type Column, DataTable } from '../administration/data-table.tsx';
import detail from '../administration/detail.module.css';
import { Detail, Facts, ListAndDetail } from '../administration/list-and-detail.tsx';
import { Done, EmptyState, LoadFailure, LoadingRows } from '../administration/states.tsx';
import { useFilters } from '../administration/use-filters.ts';
import { DeleteLifeEvent, NewLifeEvent } from './life-event-forms.tsx';
import { useMayManage } from './registry.tsx';
import { vocabularyWords } from './vocabulary-words.ts';
import { registryWords } from './words.ts';

const NEW = 'new';

export function RegistryLifeEventsPage() {
  const { language } = useLanguage();
  const registry = usePageWords(registryWords);
  const words = usePageWords(vocabularyWords);
  const own = words.events;
  const mayManage = useMayManage();
  const filters = useFilters();
  const client = useQueryClient();
  const [done, setDone] = useState('');
  const { data, error, isPending, refetch } = useQuery(lifeEventsQuery);
  const { data: passports = [] } = useQuery(passportsQuery);
  const openId = filters.get('event') || null;
  const shown = data?.find(({ id }) => id === openId) ?? null;
  const nameOf = (event: LifeEvent) => (language === 'en' && event.en_label) || event.name;
  const countOf = ({ id }: LifeEvent) =>
    passports.filter(({ status, life_event_ids }) => status !== 'archived' && life_event_ids.includes(id))
      .length;

  const columns: Column<LifeEvent>[] = [
    {
      key: 'name',
      title: words.name,
      sortBy: nameOf,
      cell: (event) => (
        <>
          {nameOf(event)}
          <span className={`${admin.under} ${detail.code}`}>{event.code}</span>
        </>
      ),
    },
    {
      key: 'kind',
      title: own.kind,
      room: 'some',
      sortBy: ({ kind }) => kind,
      cell: ({ kind }) => own.kinds[kind],
    },
    { key: 'services', title: own.services, room: 'some', sortBy: countOf, cell: countOf },
    {
      key: 'agency',
      title: own.agency,
      room: 'much',
      sortBy: ({ lead_agency }) => lead_agency,
      cell: ({ lead_agency }) => lead_agency,
    },
    {
      key: 'eu',
      title: own.euCode,
      room: 'much',
      sortBy: ({ eu_code }) => eu_code,
      cell: ({ eu_code }) => <span className={detail.code}>{eu_code}</span>,
    },
    {
      key: 'order',
      title: own.order,
      room: 'much',
      sortBy: ({ sort_order }) => sort_order,
      cell: ({ sort_order }) => sort_order,
    },
  ];
  const open = (id: string | null) => {
    setDone('');
    filters.set({ event: id });
  };
  const finish = (text: string) => {
    open(null);
    setDone(text);
    client.invalidateQueries({ queryKey: ['registry'] });
  };

  return (
    <ListAndDetail
      title={registry.places['life-events']}
      lead={own.lead}
      openId={openId}
      detail={
        openId === NEW ? (
          <NewLifeEvent onClose={() => open(null)} onAdded={(event) => finish(own.saved(event.name))} />
        ) : shown ? (
          <Detail title={nameOf(shown)} subject={shown.id} onClose={() => open(null)}>
            <Facts
              items={[
                [words.name, shown.name],
                [own.enLabel, shown.en_label],
                [words.code, shown.code],
                [own.kind, own.kinds[shown.kind]],
                [words.description, shown.description],
                [own.agency, shown.lead_agency],
                [own.euCode, shown.eu_code],
                [own.order, String(shown.sort_order)],
                [
                  own.services,
                  <Link key="services" to={`/registry/services?event=${shown.id}`}>
                    {countOf(shown)}
                  </Link>,
                ],
              ]}
            />
            {mayManage ? (
              <>
                <p className={detail.quiet}>{own.fixed}</p>
                <DeleteLifeEvent
                  event={shown}
                  name={nameOf(shown)}
                  onDeleted={() => finish(own.deleted(nameOf(shown)))}
                />
              </>
            ) : null}
          </Detail>
        ) : null
      }
      action={
        mayManage ? (
          <Button data-testid="add-event" onClick={() => open(NEW)}>
            {own.add}
          </Button>
        ) : null
      }
    >
      <Done>{done}</Done>
      {isPending ? (
        <LoadingRows />
      ) : !data ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : data.length === 0 ? (
        <EmptyState>{own.empty}</EmptyState>
      ) : (
        <DataTable
          caption={own.caption}
          columns={columns}
          rows={data}
          getId={({ id }) => id}
          openId={openId}
          onOpen={open}
        />
      )}
    </ListAndDetail>
  );
}
