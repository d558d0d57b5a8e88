import { matchRoutes } from 'react-router';
import { type PlaceKey, pathsIn } from './places.ts';

/** Steps on the way to another page; a question would only disturb there. */
const NOT_ASKED: readonly PlaceKey[] = [
  'sign-in',
  'eid-return',
  'onboarding',
  'try-callback',
  'oauth-login',
  'oauth-consent',
  'oauth-logout',
  'device',
  'oauth-signed-out',
  'oauth-error',
];
/** Their addresses name a text, not a person's matter. */
const BY_ADDRESS: readonly PlaceKey[] = ['help-topic', 'service'];

const routes = pathsIn('bare', 'open', 'own', 'guarded', 'registry', 'relay').map(({ key, path }) => ({
  id: key,
  path,
}));

/** The name of a page in the feedback report; undefined where nothing is asked. */
export function nameFeedbackPage(pathname: string): string | undefined {
  const route = matchRoutes(routes, pathname)?.at(-1)?.route;
  if (route === undefined || NOT_ASKED.includes(route.id)) return undefined;
  const address = pathname.toLowerCase().replace(/(?<=.)\/$/, '');
  return BY_ADDRESS.includes(route.id) && /^[a-z0-9/-]{1,100}$/.test(address) ? address : route.path;
}
