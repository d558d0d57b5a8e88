import { type Access, signedIn } from '../../kernel/http/access.ts';
import type { Actor, CallerFacts } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';

/**
 * A signed-in person, but neither a browser nor the portal: a script that runs in the person's page must not get
 * their tokens. A browser cannot leave out Sec-Fetch-Site, and the portal always names its own host.
 */
export function serverSideOnly(appOrigin: string): Access<Actor> {
  const portalHost = new URL(appOrigin).host;
  const isFromBrowser = ({ headers }: CallerFacts): boolean =>
    headers['sec-fetch-site'] !== undefined ||
    headers.origin !== undefined ||
    headers['x-forwarded-host'] === portalHost;
  return {
    ...signedIn,
    preAccess: (caller) => {
      if (isFromBrowser(caller)) fail(kernelErrors.not_found);
    },
  };
}
