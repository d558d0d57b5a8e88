import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
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
import { type Column, DataTable } from '../../ui/data-table.tsx';
import detail from '../../ui/detail.module.css';
import { ListAndDetail } from '../../ui/list-and-detail.tsx';
import admin from '../../ui/list-page.module.css';
import { administrationWords } from '../../ui/list-words.ts';
import { Moment } from '../../ui/moment.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Done, EmptyState, Loaded } from '../../ui/states.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import classes from './registry.module.css';
import { useMayManage } from './registry.tsx';
import { StateChip } from './state-chip.tsx';
import { registryWords } from './words.ts';

const FILTERS = ['q', 'state', 'authority', 'level', 'event'] as const;

export function RegistryServicesPage() {
  const { language } = useLanguage();
  const words = usePageWords(registryWords);
  const own = words.services;
  const options = usePageWords(optionWords);
  const shared = usePageWords(administrationWords);
  const mayManage = useMayManage();
  const filters = useFilters();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { deleted?: string } | null };
  const query = useQuery(passportsQuery);
  const { data: events = [] } = useQuery(lifeEventsQuery);
  const chosen = Object.fromEntries(FILTERS.map((name) => [name, filters.get(name)])) as Record<
    (typeof FILTERS)[number],
    string
  >;
  const wanted = chosen.q.trim().toLocaleLowerCase('mn');
  const rows = (query.data ?? []).filter(
    (service) =>
      (!chosen.state || service.status === chosen.state) &&
      (!chosen.authority || service.authority === chosen.authority) &&
      (!chosen.level || service.proactivity === chosen.level) &&
      (!chosen.event || service.life_event_ids.includes(chosen.event)) &&
      [service.name, service.name_en, service.code].some((text) =>
        text.toLocaleLowerCase('mn').includes(wanted),
      ),
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
      sortBy: nameOf,
      cell: (service) => (
        <>
          {nameOf(service)}
          <span className={`${admin.under} ${detail.code}`}>{service.code}</span>
          <span className={`${admin.under} ${admin.underSmall}`}>{words.states[service.status]}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: own.state,
      room: 'some',
      sortBy: (service) => service.status,
      cell: (service) => <StateChip state={service.status} />,
    },
    {
      key: 'authority',
      title: own.authority,
      room: 'much',
      sortBy: authorityOf,
      cell: authorityOf,
    },
    {
      key: 'level',
      title: own.level,
      room: 'some',
      sortBy: (service) => PROACTIVITY.indexOf(service.proactivity),
      cell: (service) => options[service.proactivity],
    },
    {
      key: 'version',
      title: own.version,
      room: 'much',
      sortBy: (service) => service.version,
      cell: (service) => (service.version > 0 ? service.version : own.neverPublished),
    },
    {
      key: 'published',
      title: own.published,
      room: 'much',
      sortBy: (service) => service.published_at ?? '',
      cell: (service) => (service.published_at ? <Moment at={service.published_at} /> : ''),
    },
  ];

  const select = (name: (typeof FILTERS)[number], label: string, choices: readonly (readonly string[])[]) => (
    <NativeSelect
      label={label}
      value={chosen[name]}
      data-testid={`filter-${name}`}
      data={[
        { value: '', label: shared.any },
        ...choices.map(([value = '', text]) => ({ value, label: text ?? value })),
      ]}
      onChange={(event) => filters.set({ [name]: event.currentTarget.value })}
    />
  );

  return (
    <ListAndDetail
      title={words.places.services}
      lead={own.lead}
      openId={null}
      detail={null}
      action={
        mayManage ? (
          <Button component={Link} to="/registry/services/new" data-testid="add-service">
            {own.add}
          </Button>
        ) : null
      }
      filters={
        <search className={`${admin.filters} ${classes.filters}`} aria-label={shared.filters}>
          <SearchInput
            label={own.search}
            hint={own.searchHint}
            value={chosen.q}
            testId="filter-q"
            onChange={(q) => filters.set({ q }, { replace: true })}
          />
          {select(
            'state',
            own.state,
            PASSPORT_STATES.map((known) => [known, words.states[known]]),
          )}
          {select(
            'level',
            own.level,
            PROACTIVITY.map((level) => [level, options[level] ?? level]),
          )}
          {select('authority', own.authority, authorities)}
          {select(
            'event',
            own.event,
            events.map((event) => [event.id, (language === 'en' && event.en_label) || event.name]),
          )}
          {FILTERS.some((name) => chosen[name]) ? (
            <Button
              variant="subtle"
              data-testid="clear-filters"
              onClick={() => filters.set(Object.fromEntries(FILTERS.map((name) => [name, null])))}
            >
              {shared.clearFilters}
            </Button>
          ) : null}
        </search>
      }
    >
      <Done>{state?.deleted ? own.deleted(state.deleted) : null}</Done>
      <Loaded query={query}>
        {() => (
          <DataTable
            caption={own.caption}
            columns={columns}
            rows={rows}
            empty={<EmptyState>{own.empty}</EmptyState>}
            getId={(service) => service.id}
            openId={null}
            onOpen={(id) => navigate(`/registry/services/${id}`)}
          />
        )}
      </Loaded>
    </ListAndDetail>
  );
}
