import type { KnownFacts } from '@tamga/forms';
import { ACTING_CALLS } from './generated/acting-calls.ts';

/** For whom this tab acts; the user's id keeps it from the next person in the same tab. */
export interface ActingFor {
  userId: string;
  id: string;
  name: string;
  nameEn: string;
  kind: 'organisation' | 'person' | 'child';
  /** Register number of an organisation. */
  number: string;
  /** What the registers say about the party. */
  facts: KnownFacts;
  /** An authorisation gives some acts; every other right gives all. */
  isAuthorised: boolean;
  mayPay: boolean;
  mayBook: boolean;
}

/** Signing out erases it, as every personal text of the tab. */
const NAME = 'tamga-acting:party';

function read(): ActingFor | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
    const party = (kept ?? {}) as Partial<ActingFor>;
    const { userId, id, name, nameEn, kind, number } = party;
    return [userId, id, name, nameEn, kind, number].every((each) => typeof each === 'string')
      ? ({ facts: {}, isAuthorised: false, mayPay: true, mayBook: true, ...party } as ActingFor)
      : null;
  } catch {
    return null;
  }
}

/**
 * Fixed while the page lives, because a form that saves itself while the person changes the party would save under the
 * wrong name.
 */
const acting = read();

export const readActingFor = (): ActingFor | null => acting;

/** Whether a service is for whoever this tab acts for. */
export const isForApplicant = ({ applicants }: { applicants: readonly string[] }): boolean =>
  applicants.includes(acting?.kind ?? 'person');

export const nameParty = ({ name, nameEn }: ActingFor, language: string): string =>
  (language === 'en' && nameEn) || name;

/** Loads the site again, which empties every cache and form. False when the browser keeps nothing. */
export function actFor(chosen: ActingFor | null, path: string): boolean {
  try {
    if (chosen === null) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, JSON.stringify(chosen));
  } catch {
    return false;
  }
  window.location.assign(path);
  return true;
}

/** In links: for whom the page acts. */
export const FOR = 'for';
const MYSELF = 'self';
export const isMyself = (wanted: string): boolean => wanted === MYSELF;

export const linkFor = (path: string, partyId: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${FOR}=${partyId}`;

/** For whom this tab acts, as links name it. */
export const nameActing = (): string => acting?.id ?? MYSELF;

/** A link that names nobody is about the reader, also in a tab that acts for somebody else. */
export const linkAbout = (path: string): string =>
  acting === null || /[?&]for=/.test(path) ? path : linkFor(path, MYSELF);

const calls = ACTING_CALLS.map((call) => new RegExp(`^${call.replace(/:\w+/g, '[^/]+')}$`));

/** The header of a call that is made in the name of a party; every other call is the person's own. */
export function actingHeader(
  method: string,
  path: string,
  party: string = nameActing(),
): Record<string, string> {
  if (isMyself(party)) return {};
  const call = `${method} ${path.split(/[?#]/, 1)[0]}`;
  return calls.some((each) => each.test(call)) ? { 'x-acting-for': party } : {};
}
