import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { accessQuery } from '../api/access.ts';
import { usersQuery } from '../api/administration.ts';
import { catalogueQuery } from '../api/catalogue.ts';
import { foundApplicationsQuery } from '../api/gov.ts';
import { foundCasesQuery } from '../api/officer.ts';
import { organisationsQuery } from '../api/organisations.ts';
import { optionalSessionQuery } from '../api/session.ts';
import { hiddenPagesQuery } from '../api/site.ts';
import { useLanguage, usePageWords } from '../i18n/provider.tsx';
import { inLanguage } from '../i18n/two-languages.tsx';
import { goAnywhereWords } from './go-anywhere-words.ts';
import { mayOpen } from './may-open.ts';
import { isHidden, namedPlaces } from './places.ts';

const MOST_PAGES = 8;
const MOST_OF_A_KIND = 5;
const TYPING_PAUSE_MS = 150;
/** Less would match half of all names. */
const LEAST_LETTERS = 2;

export interface Found {
  path: string;
  name: string;
  kind: 'page' | 'service' | 'organisation' | 'application' | 'person' | 'case';
}

function useRights() {
  const { data: session } = useQuery(optionalSessionQuery);
  const isSignedIn = session !== null && session !== undefined;
  const { data: access } = useQuery({ ...accessQuery, enabled: isSignedIn });
  const { data: hidden = [] } = useQuery(hiddenPagesQuery);
  const reaches = (path: string) => !isHidden(path, hidden);
  return {
    access,
    isSignedIn,
    reaches,
    mayFindPeople: isSignedIn && mayOpen({ need: 'users.manage' }, access),
    mayFindCases: isSignedIn && mayOpen({ need: 'gov.review' }, access) && reaches('/officer'),
  };
}

/** Found while typing: pages by their name in either language, services, and what belongs to the person. */
export function usePlaces(text: string): Found[] {
  const { language } = useLanguage();
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const { access, isSignedIn, reaches } = useRights();
  const sought = text.trim().toLowerCase();
  const isAsked = asked !== '' && sought !== '';
  const { data: services } = useQuery({
    ...catalogueQuery({ q: asked, life_event_id: '', authority: '' }),
    enabled: isAsked && reaches('/services'),
  });
  const { data: organisations } = useQuery({
    ...organisationsQuery,
    enabled: isAsked && isSignedIn && reaches('/organisations'),
  });
  const { data: applications } = useQuery({
    ...foundApplicationsQuery(asked, MOST_OF_A_KIND),
    enabled: isAsked && isSignedIn && asked.length >= LEAST_LETTERS && reaches('/applications'),
  });
  const holds = (...names: readonly string[]) => names.some((name) => name.toLowerCase().includes(sought));
  const pages = namedPlaces
    .filter((place) => (isSignedIn ? mayOpen(place, access) : place.isOpen) && reaches(place.path))
    .filter(({ words }) => holds(words.mn, words.en))
    .slice(0, MOST_PAGES)
    .map(({ path, words }): Found => ({ path, name: words[language], kind: 'page' }));
  if (!isAsked) return pages;
  return [
    ...pages,
    ...(applications?.items ?? []).map(
      ({ id, reference_no, service_name }): Found => ({
        path: `/applications/${id}`,
        name: `${service_name}, ${reference_no}`,
        kind: 'application',
      }),
    ),
    ...(organisations?.items ?? [])
      .filter(({ name, name_latin, reg_no }) => holds(name, name_latin, reg_no))
      .slice(0, MOST_OF_A_KIND)
      .map(({ id, name, reg_no }): Found => {
        return { path: `/organisations/${id}`, name: `${name}, ${reg_no}`, kind: 'organisation' };
      }),
    ...(services?.items.slice(0, MOST_OF_A_KIND) ?? []).map(({ id, name, name_en }): Found => {
      const shown = inLanguage({ mn: name, en: name_en }, language);
      return { path: `/services/${id}`, name: shown, kind: 'service' };
    }),
  ];
}

/**
 * People and cases, only when the person asks for them: each one shown enters that person's access log, which typing
 * the name of a page must not do.
 */
export function useRecords(text: string, wanted: string | null) {
  const words = usePageWords(goAnywhereWords);
  const { mayFindPeople, mayFindCases } = useRights();
  const sought = text.trim();
  const isOpen = wanted !== null && wanted === sought;
  const people = useQuery({
    ...usersQuery({ q: sought, role: null, active: null, offset: 0, limit: MOST_OF_A_KIND }),
    enabled: isOpen && mayFindPeople,
  });
  const cases = useQuery({ ...foundCasesQuery(sought, MOST_OF_A_KIND), enabled: isOpen && mayFindCases });
  const found: Found[] = isOpen
    ? [
        ...(people.isPlaceholderData ? [] : (people.data?.items ?? [])).map(
          ({ id, full_name, username }): Found => {
            const path = `/administration/users?user=${id}`;
            return { path, name: full_name || username || words.noName, kind: 'person' };
          },
        ),
        ...(cases.data?.items ?? []).map(({ id, reference_no, applicant }): Found => {
          const path = `/officer?case=${id}`;
          return { path, name: `${applicant.full_name}, ${reference_no}`, kind: 'case' };
        }),
      ]
    : [];
  return {
    found,
    /** The text can be searched for, and was not yet. */
    mayAsk: (mayFindPeople || mayFindCases) && sought.length >= LEAST_LETTERS && !isOpen,
    isLoading: people.isLoading || cases.isLoading,
    hasFailed: isOpen && (people.isError || cases.isError),
  };
}
