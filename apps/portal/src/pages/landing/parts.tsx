import { sayTime } from '@tamga/forms';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { currentAnnouncementsQuery } from '../../api/announcements.ts';
import {
  catalogueQuery,
  type ListedService,
  lifeEventsQuery,
  popularServicesQuery,
} from '../../api/catalogue.ts';
import { LifeEvents } from '../../features/catalogue/life-events.tsx';
import { nameOf } from '../../features/catalogue/service-name.ts';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual, langOf } from '../../i18n/two-languages.tsx';
import classes from './landing.module.css';
import { landingWords } from './words.ts';

const everything = { q: '', life_event_id: '', authority: '' };
const MOST_GUIDES = 12;
const MOST_USED = 6;

export function News() {
  const { language } = useLanguage();
  const words = usePageWords(landingWords);
  const { data } = useQuery(currentAnnouncementsQuery);
  const items = data?.items.filter(({ kind }) => kind === 'news').slice(0, 3) ?? [];
  if (items.length === 0) return null;
  return (
    <section className={classes.band} aria-labelledby="news">
      <h2 id="news">{words.newsHeading}</h2>
      <ul className={classes.news}>
        {items.map((item) => (
          <li key={item.id}>
            <time dateTime={item.starts_at}>{formatDate(item.starts_at, language)}</time>
            <h3>
              <Bilingual mn={item.title} en={item.title_en} />
            </h3>
            <p>
              <Bilingual mn={item.body} en={item.body_en} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Guides() {
  const words = usePageWords(landingWords);
  const { data, isPending } = useQuery(lifeEventsQuery);
  const shown = data?.items ?? [];
  if (shown.length === 0 && !isPending) return null;
  return (
    <section className={classes.band} aria-labelledby="guides">
      <h2 id="guides">{words.guidesHeading}</h2>
      {/* Keeps the place, so that nothing moves while a person reads. */}
      {isPending ? <div className={classes.awaited} /> : <LifeEvents events={shown.slice(0, MOST_GUIDES)} />}
    </section>
  );
}

/** Until somebody has applied for anything: services that answer at once. */
export function MostUsed() {
  const words = usePageWords(landingWords);
  const popular = useQuery(popularServicesQuery);
  const services = useQuery(catalogueQuery(everything));
  const used = popular.data?.items ?? [];
  const instant = services.data?.items.filter(({ fulfilment }) => fulfilment === 'auto') ?? [];
  const shown = [...used, ...instant.filter(({ id }) => !used.some((service) => service.id === id))];
  if (popular.isPending || shown.length === 0) return null;
  return (
    <section className={classes.band} aria-labelledby="used">
      <h2 id="used">{used.length === 0 ? words.instantHeading : words.usedHeading}</h2>
      <ul className={classes.used}>
        {shown.slice(0, MOST_USED).map((service) => (
          <li key={service.id}>
            <ServiceLink service={service} />
          </li>
        ))}
      </ul>
      <p className={classes.all}>
        <Link to="/services">{words.allServices}</Link>
      </p>
    </section>
  );
}

function ServiceLink({ service }: { service: ListedService }) {
  const { language } = useLanguage();
  const words = usePageWords(landingWords);
  const cost = service.fee === 0 ? words.free : formatMoney(service.fee, language);
  return (
    <Link to={`/services/${service.id}`} data-testid="used-service">
      <span lang={langOf({ mn: service.name, en: service.name_en }, language)}>
        {nameOf(service, language)}
      </span>
      <small>
        {cost} · {sayTime(service, language)}
      </small>
    </Link>
  );
}
