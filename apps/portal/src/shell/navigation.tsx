import {
  IconApps,
  IconBell,
  IconBuilding,
  IconCalendarEvent,
  IconCertificate,
  IconChecklist,
  IconCreditCard,
  IconDoorEnter,
  IconFileDescription,
  IconHistory,
  IconHome,
  IconLayoutGrid,
  IconListDetails,
  IconMailPlus,
  IconMenu2,
  IconPalette,
  IconRobot,
  IconRouteSquare,
  IconShieldExclamation,
  IconShieldStar,
  IconUser,
  IconUserShield,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { accessQuery } from '../api/access.ts';
import { hiddenPagesQuery } from '../api/site.ts';
import { usePageWords } from '../i18n/provider.tsx';
import classes from './navigation.module.css';
import { navigationWords } from './navigation-words.ts';
import {
  ADMINISTRATION_PLACES,
  isAt,
  isHidden,
  mayOpen,
  PERSONAL_PLACES,
  type Place,
  WORK_PLACES,
} from './places.ts';

const ICONS: Record<Place['key'], typeof IconHome> = {
  home: IconHome,
  services: IconLayoutGrid,
  'my-applications': IconFileDescription,
  references: IconCertificate,
  payments: IconCreditCard,
  appointments: IconCalendarEvent,
  notifications: IconBell,
  profile: IconUser,
  organisations: IconBuilding,
  officer: IconChecklist,
  registry: IconListDetails,
  users: IconUsers,
  roles: IconUserShield,
  audit: IconHistory,
  security: IconShieldExclamation,
  appearance: IconPalette,
  applications: IconApps,
  gateway: IconRouteSquare,
  tools: IconRobot,
  admins: IconShieldStar,
  invites: IconMailPlus,
  'access-mode': IconDoorEnter,
};

export function Navigation() {
  const words = usePageWords(navigationWords);
  const { pathname } = useLocation();
  const { data: access } = useQuery(accessQuery);
  const [isOpen, setIsOpen] = useState(false);
  const { data: hidden = [] } = useQuery(hiddenPagesQuery);
  const offered = (places: readonly Place[]) =>
    places.filter((place) => mayOpen(place, access) && !isHidden(place.path, hidden));
  const work = offered(WORK_PLACES);
  const administration = offered(ADMINISTRATION_PLACES);
  const here = [...PERSONAL_PLACES, ...WORK_PLACES, ...ADMINISTRATION_PLACES].find((place) =>
    isAt(place, pathname),
  );
  const ToggleIcon = isOpen ? IconX : IconMenu2;

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere is the reason to close
  useEffect(() => setIsOpen(false), [pathname]);

  const list = (places: readonly Place[], labelledBy?: string) => (
    <ul aria-labelledby={labelledBy}>
      {places.map((place) => {
        const Icon = ICONS[place.key];
        return (
          <li key={place.key}>
            <NavLink to={place.path} className={classes.link ?? ''} data-testid={`nav-${place.key}`}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <span>{words.places[place.key]}</span>
            </NavLink>
          </li>
        );
      })}
    </ul>
  );

  return (
    <nav className={classes.navigation} aria-label={words.label} data-testid="navigation">
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="places"
        data-testid="menu"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ToggleIcon size={20} stroke={1.7} aria-hidden="true" />
        <span>{words.menu}</span>
        {here ? <span className={classes.here}>{words.places[here.key]}</span> : null}
      </button>
      <div id="places" className={classes.places} data-open={isOpen}>
        {list(offered(PERSONAL_PLACES))}
        {work.length > 0 ? (
          <div className={classes.section}>
            <p id="places-work">{words.work}</p>
            {list(work, 'places-work')}
          </div>
        ) : null}
        {administration.length > 0 ? (
          <div className={classes.section}>
            <p id="places-administration">{words.administration}</p>
            {list(administration, 'places-administration')}
          </div>
        ) : null}
      </div>
    </nav>
  );
}
