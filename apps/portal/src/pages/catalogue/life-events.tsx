import {
  IconBabyCarriage,
  IconBriefcase,
  IconBuildingStore,
  IconCar,
  IconHeartbeat,
  IconHeartHandshake,
  IconHome,
  IconMapPin,
  IconRoute,
  IconSchool,
  IconStars,
  IconSunset2,
  IconUserSearch,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { LifeEvent } from '../../api/catalogue.ts';
import { eventName } from '../../features/catalogue/service-name.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import classes from './catalogue.module.css';
import { catalogueWords } from './words.ts';

/** By the European code, which is the same in every registry, or by our own code. */
const ICONS: Record<string, typeof IconHome> = {
  BIR: IconBabyCarriage,
  RES: IconMapPin,
  CRS: IconHeartHandshake,
  STU: IconSchool,
  JOB_LOSS: IconUserSearch,
  WOR: IconBriefcase,
  RET: IconSunset2,
  MOV: IconHome,
  STBU: IconBuildingStore,
  DRV: IconCar,
  FEHP: IconHeartbeat,
};

export function LifeEvents({ events }: { events: LifeEvent[] }) {
  const { language } = useLanguage();
  const words = usePageWords(catalogueWords);
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="life-events" className={classes.eventsBlock}>
      <h2 id="life-events">{words.events}</h2>
      <ul className={classes.events}>
        {events.map((event) => {
          const Icon =
            ICONS[event.eu_code] ?? ICONS[event.code] ?? (event.kind === 'life' ? IconStars : IconRoute);
          return (
            <li key={event.id}>
              <Link
                to={`/services?event=${event.id}`}
                className={classes.event ?? ''}
                data-testid={`event-${event.code}`}
              >
                <Icon size={24} stroke={1.5} aria-hidden="true" />
                <span>{eventName(event, language)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
