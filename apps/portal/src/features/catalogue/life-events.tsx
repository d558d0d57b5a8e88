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
import { useLanguage } from '../../i18n/provider.tsx';
import classes from './life-events.module.css';
import { eventName } from './service-name.ts';

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

export function LifeEvents({ events }: { events: readonly LifeEvent[] }) {
  const { language } = useLanguage();
  return (
    <ul className={classes.events}>
      {events.map((event) => {
        const Icon =
          ICONS[event.eu_code] ?? ICONS[event.code] ?? (event.kind === 'life' ? IconStars : IconRoute);
        return (
          <li key={event.id}>
            <Link
              to={`/guides/${event.id}`}
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
  );
}
