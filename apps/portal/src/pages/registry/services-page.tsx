import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import {
  lifeEventsQuery,
  PASSPORT_STATES,
  type Passport,
  PROACTIVITY,
  passportsQuery,
} from '../../api/registry.ts';
import { optionWords } from '../../features/registry/option-words.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { compareIn, inLanguage } from '../../i18n/two-languages.tsx';
import { ListPage } from '../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import { useMayManage } from './registry.tsx';
import { StateChip } from './state-chip.tsx';
import { registryWords } from './words.ts';

const FILTERS = ['q', 'state', 'authority', 'level', 'event'] as const;

export function RegistryServicesPage() {
  const { language } = useLanguage();
  const words = usePageWords(registryWords);
  const own = words.services;
  const options = usePageWords(optionWords);
  const mayManage = useMayManage();
  const filters = useFilters();
  const { state } = useLocation() as { state: { deleted?: string } | null };
  const query = useQuery(passportsQuery);
  const { data: events = [] } = useQuery(lifeEventsQuery);
  const chosen = Object.fromEntries(FILTERS.map((name) => [name, filters.get(name)])) as Record<
    (typeof FILTERS)[number],
    string
  >;
  const wanted = chosen.q.trim().toLocaleLowerCase('mn');
  const matches = (service: Passport) =>
    (!chosen.state || service.status === chosen.state) &&
    (!chosen.authority || service.authority === chosen.authority) &&
    (!chosen.level || service.proactivity === chosen.level) &&
    (!chosen.event || service.life_event_ids.includes(chosen.event)) &&
    [service.name, service.name_en, service.code].some((text) =>
      text.toLocaleLowerCase('mn').includes(wanted),
    );
  const nameOf = ({ name, name_en }: Passport) => inLanguage({ mn: name, en: name_en }, language);
  const authorityOf = ({ authority, authority_en }: Passport) =>
    inLanguage({ mn: authority, en: authority_en }, language);
  const authorities = [
    ...new Map((query.data ?? []).map((service) => [service.authority, authorityOf(service)])),
  ].sort(([, a], [, b]) => compareIn(language)(a, b));

  const columns: Column<Passport>[] = [
    {
      key: 'name',
      title: own.name,
      text: nameOf,
      cell: (service) => (
        <>
          {nameOf(service)}
          <span className={`${textStyle.under} ${textStyle.code}`}>{service.code}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: own.state,
      room: 'some',
      text: (service) => words.states[service.status],
      cell: (service) => <StateChip state={service.status} />,
    },
    {
      key: 'authority',
      title: own.authority,
      room: 'much',
      text: authorityOf,
    },
    {
      key: 'level',
      title: own.level,
      room: 'some',
      sortBy: (service) => PROACTIVITY.indexOf(service.proactivity),
      text: (service) => options[service.proactivity] ?? service.proactivity,
    },
    {
      key: 'version',
      title: own.version,
      room: 'much',
      sortBy: (service) => service.version,
      text: (service) => (service.version > 0 ? service.version : own.neverPublished),
    },
    momentColumn({
      key: 'published',
      title: own.published,
      room: 'much',
      at: (service) => service.published_at,
    }),
  ];

  return (
    <ListPage
      title={words.places.services}
      lead={own.lead}
      action={
        mayManage ? (
          <Button component={Link} to="/registry/services/new" data-testid="add-service">
            {own.add}
          </Button>
        ) : null
      }
      filters={
        <FilterBar
          filters={filters}
          search={{ name: 'q', label: own.search, hint: own.searchHint }}
          choices={[
            {
              name: 'state',
              label: own.state,
              options: PASSPORT_STATES.map((value) => ({ value, label: words.states[value] })),
            },
            {
              name: 'level',
              label: own.level,
              options: PROACTIVITY.map((value) => ({ value, label: options[value] ?? value })),
            },
            {
              name: 'authority',
              label: own.authority,
              options: authorities.map(([value, label]) => ({ value, label })),
            },
            {
              name: 'event',
              label: own.event,
              options: events.map((event) => ({
                value: event.id,
                label: (language === 'en' && event.en_label) || event.name,
              })),
            },
          ]}
        />
      }
    >
      <Done>{state?.deleted ? own.deleted(state.deleted) : null}</Done>
      <DataTable
        id="registry-services"
        list={wholeList(query, (services) => services.filter(matches))}
        caption={own.caption}
        columns={columns}
        empty={<EmptyState>{own.empty}</EmptyState>}
        getId={(service) => service.id}
        linkTo={({ id }) => `/registry/services/${id}`}
      />
    </ListPage>
  );
}
