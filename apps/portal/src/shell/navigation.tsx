import {
  IconApps,
  IconArrowsExchange,
  IconBell,
  IconBuilding,
  IconCalendarEvent,
  IconCertificate,
  IconChartBar,
  IconChecklist,
  IconCreditCard,
  IconDashboard,
  IconDoorEnter,
  IconFileDescription,
  IconFolder,
  IconHistory,
  IconHome,
  IconLayoutGrid,
  IconLifebuoy,
  IconListDetails,
  IconMailPlus,
  IconMenu2,
  IconMessage2,
  IconMessageCircleQuestion,
  IconPalette,
  IconPlugConnected,
  IconRobot,
  IconRouteSquare,
  IconShieldExclamation,
  IconShieldStar,
  IconSignature,
  IconSpeakerphone,
  IconThumbUp,
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
import { useLanguage, usePageWords } from '../i18n/provider.tsx';
import { findFirstPage, OWN_HOME } from './first-page.ts';
import { mayOpen } from './may-open.ts';
import classes from './navigation.module.css';
import { navigationWords } from './navigation-words.ts';
import { findMenuPlace, type IconName, isHidden, type MenuPlace, menuPlaces } from './places.ts';

const ICONS: Record<IconName, typeof IconHome> = {
  home: IconHome,
  grid: IconLayoutGrid,
  file: IconFileDescription,
  certificate: IconCertificate,
  folder: IconFolder,
  signature: IconSignature,
  plug: IconPlugConnected,
  'credit-card': IconCreditCard,
  calendar: IconCalendarEvent,
  bell: IconBell,
  user: IconUser,
  building: IconBuilding,
  checklist: IconChecklist,
  chart: IconChartBar,
  dashboard: IconDashboard,
  list: IconListDetails,
  lifebuoy: IconLifebuoy,
  message: IconMessage2,
  'thumb-up': IconThumbUp,
  users: IconUsers,
  'user-shield': IconUserShield,
  history: IconHistory,
  'shield-exclamation': IconShieldExclamation,
  palette: IconPalette,
  speakerphone: IconSpeakerphone,
  question: IconMessageCircleQuestion,
  apps: IconApps,
  exchange: IconArrowsExchange,
  route: IconRouteSquare,
  robot: IconRobot,
  'shield-star': IconShieldStar,
  mail: IconMailPlus,
  door: IconDoorEnter,
};

export function Navigation() {
  const { language } = useLanguage();
  const words = usePageWords(navigationWords);
  const { pathname } = useLocation();
  const { data: access } = useQuery(accessQuery);
  const [isOpen, setIsOpen] = useState(false);
  const { data: hidden = [] } = useQuery(hiddenPagesQuery);
  const offered = (group: MenuPlace['group']) =>
    menuPlaces.filter(
      (place) => place.group === group && mayOpen(place, access) && !isHidden(place.path, hidden),
    );
  const startsElsewhere = findFirstPage(access, hidden) !== null;
  const here = findMenuPlace(pathname);
  const ToggleIcon = isOpen ? IconX : IconMenu2;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the menu
  useEffect(() => setIsOpen(false), [pathname]);

  const renderList = (group: MenuPlace['group'], labelledBy?: string) => (
    <ul aria-labelledby={labelledBy}>
      {offered(group).map((place) => {
        const Icon = ICONS[place.icon];
        return (
          <li key={place.key}>
            <NavLink
              to={place.key === 'home' && startsElsewhere ? OWN_HOME : place.path}
              // Other places begin with its path.
              end={place.key === 'administration'}
              className={classes.link ?? ''}
              data-testid={`nav-${place.key}`}
            >
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <span>{place.words[language]}</span>
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
        {here ? <span className={classes.here}>{here.words[language]}</span> : null}
      </button>
      <div id="places" className={classes.places} data-open={isOpen}>
        {renderList('personal')}
        {(['work', 'administration'] as const).map((group) =>
          offered(group).length > 0 ? (
            <div key={group} className={classes.section}>
              <p id={`places-${group}`}>{words[group]}</p>
              {renderList(group, `places-${group}`)}
            </div>
          ) : null,
        )}
      </div>
    </nav>
  );
}
