import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { sayTime } from '@tamga/forms';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigationType, useSearchParams } from 'react-router';
import { catalogueQuery, type ListedService, lifeEventsQuery } from '../../api/catalogue.ts';
import { readFailure } from '../../api/errors.ts';
import { LifeEvents } from '../../features/catalogue/life-events.tsx';
import { authorityOf, eventName, nameOf } from '../../features/catalogue/service-name.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual, compareIn, langOf } from '../../i18n/two-languages.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { Badge } from '../../ui/badge.tsx';
import buttonStyle from '../../ui/button.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './catalogue.module.css';
import { catalogueWords } from './words.ts';

const TYPING_PAUSE_MS = 200;
const everything = { q: '', life_event_id: '', authority: '' };

/** The search is in the address, so that it can be shared and the back button works. */
function useCatalogueFilter() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('q') ?? '';
  const [text, setText] = useState(asked);
  const [paused] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const navigation = useNavigationType();
  const wanted = useRef(asked);
  const filter = {
    q: asked,
    life_event_id: query.get('event') ?? '',
    authority: query.get('authority') ?? '',
  };

  const set = (values: Record<string, string>) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in typing triggers the search
  useEffect(() => {
    if (paused === wanted.current) return;
    wanted.current = paused;
    set({ q: paused });
  }, [paused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address was changed from elsewhere
  useEffect(() => {
    // Typing replaces the address, and on a slow phone the address arrives after the next letters.
    if (navigation === 'REPLACE') return;
    wanted.current = asked;
    setText(asked);
  }, [asked]);
  return { filter, text, setText, set };
}

export function CataloguePage() {
  const { language } = useLanguage();
  const words = usePageWords(catalogueWords);
  const { filter, text, setText, set } = useCatalogueFilter();
  const services = useQuery(catalogueQuery(filter));
  const all = useQuery(catalogueQuery(everything));
  const events = useQuery(lifeEventsQuery);

  const guides = events.data?.items ?? [];
  const chosen = events.data?.items.find((event) => event.id === filter.life_event_id);
  const compare = compareIn(language);
  const authorities = [
    ...new Map(all.data?.items.map((service) => [service.authority, authorityOf(service, language)])),
  ].sort(([, a], [, b]) => compare(a, b));
  // Search results stay in order of relevance.
  const inOrder = (items: readonly ListedService[]) =>
    filter.q === '' ? items.toSorted((a, b) => compare(nameOf(a, language), nameOf(b, language))) : items;
  // A truncated address contains an invalid filter; the person sees "nothing found".
  const isMistaken = services.error !== null && readFailure(services.error).kind === 'invalid';
  const nothing = (
    <EmptyState
      testId="nothing-found"
      icon={<IconSearch size={30} stroke={1.5} aria-hidden="true" />}
      title={words.nothing}
    >
      {words.nothingText}{' '}
      <Link to="/services" onClick={() => setText('')}>
        {words.showAll}
      </Link>
    </EmptyState>
  );
  const isFiltered = filter.q !== '' || filter.life_event_id !== '' || filter.authority !== '';

  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <search className={classes.search}>
        <TextInput
          size="lg"
          type="search"
          label={words.search}
          description={words.searchHint}
          value={text}
          maxLength={200}
          autoComplete="off"
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          rightSection={
            text === '' ? null : (
              <button
                type="button"
                className={buttonStyle.icon}
                aria-label={words.clear}
                onClick={() => {
                  setText('');
                  document.getElementById('service-search')?.focus();
                }}
              >
                <IconX size={18} aria-hidden="true" />
              </button>
            )
          }
          id="service-search"
          data-testid="service-search"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {authorities.length > 1 ? (
          <NativeSelect
            size="lg"
            label={words.authority}
            className={classes.authority}
            value={filter.authority}
            onChange={(event) => set({ authority: event.currentTarget.value })}
          >
            <option value="">{words.everyAuthority}</option>
            {authorities.map(([authority, name]) => (
              <option key={authority} value={authority}>
                {name}
              </option>
            ))}
          </NativeSelect>
        ) : null}
      </search>

      {isFiltered || guides.length === 0 ? null : (
        <section aria-labelledby="life-events" className={classes.eventsBlock}>
          <h2 id="life-events">{words.events}</h2>
          <LifeEvents events={guides} />
        </section>
      )}

      <section aria-labelledby="services" className={classes.results}>
        <div className={classes.resultsHead}>
          <h2 id="services">{isFiltered ? words.results : words.allServices}</h2>
          <p role="status" className={textStyle.quiet}>
            {services.data && !services.isPlaceholderData
              ? (isFiltered ? words.found : words.count)(services.data.total)
              : null}
          </p>
        </div>
        {filter.life_event_id !== '' && !events.isPending ? (
          <p>
            <button type="button" className={classes.chosen} onClick={() => set({ event: '' })}>
              {chosen ? words.chosenEvent(eventName(chosen, language)) : words.unknownEvent}
              <IconX size={16} aria-label={words.removeFilter} role="img" />
            </button>
          </p>
        ) : null}
        {isMistaken ? (
          nothing
        ) : (
          <Loaded query={services} source="platform" lines={6}>
            {({ items }) =>
              items.length === 0 ? (
                nothing
              ) : (
                <ul className={classes.services}>
                  {inOrder(items).map((service) => (
                    <ServiceRow key={service.id} service={service} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </section>
    </div>
  );
}

function ServiceRow({ service }: { service: ListedService }) {
  const { language } = useLanguage();
  const words = usePageWords(catalogueWords);
  return (
    <li className={classes.service} data-testid="service">
      <h3>
        <Link
          to={`/services/${service.id}`}
          lang={langOf({ mn: service.name, en: service.name_en }, language)}
        >
          {nameOf(service, language)}
        </Link>
      </h3>
      <p className={classes.about}>
        <Bilingual mn={service.description} en={service.description_en} />
      </p>
      <p className={classes.authorityName}>
        <Bilingual mn={service.authority} en={service.authority_en} />
      </p>
      <div className={badgeStyle.badges}>
        {service.demo ? <Badge tone="plain">{words.sample}</Badge> : null}
        <Badge tone="plain">{service.fee === 0 ? words.free : formatMoney(service.fee, language)}</Badge>
        <Badge tone={service.fulfilment === 'auto' ? 'good' : 'plain'}>{sayTime(service, language)}</Badge>
      </div>
    </li>
  );
}
