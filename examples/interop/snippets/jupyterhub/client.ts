import { join } from 'node:path';
import { findFreePorts } from '../../../../scripts/free-ports.ts';
import { copyFiles, installNode, installPython } from '../../install.ts';
import type { InteropClient } from '../../interop-client.ts';

const signInButton = 'a.btn[href*="oauth_login"]';

export const jupyterhub: InteropClient = {
  prepare: async ({ dir, logFile }) => {
    copyFiles('snippets/jupyterhub', dir);
    const { python, versions } = await installPython(dir, ['jupyterhub', 'oauthenticator'], logFile);
    await installNode(dir, ['configurable-http-proxy'], logFile);
    const [hub = 0, proxy = 0] = await findFreePorts(2);
    const env = {
      PATH: `${join(dir, 'node_modules/.bin')}:${process.env['PATH']}`,
      HUB_PORT: String(hub),
      PROXY_API_PORT: String(proxy),
    };
    return {
      command: { command: python, args: ['-m', 'jupyterhub', '-f', 'hub.py'], cwd: dir, env },
      versions,
    };
  },
  readyPath: '/hub/login',
  signInPath: '/hub/login?next=%2Fhub%2Fhome',
  // A hub knows people by an account name, here the subject.
  shows: () => /^\s*[0-9a-f]{8}-[0-9a-f-]{27}\s*$/,
  help: async (page) => {
    const button = page.locator(signInButton);
    if (!(await button.isVisible())) return false;
    await button.click();
    return true;
  },
  signOut: (page, site) => page.goto(`${site}/hub/logout`),
  isSignedOut: async (page, site) => page.url().startsWith(site) && page.locator(signInButton).isVisible(),
};
