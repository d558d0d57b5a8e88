import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { copyFiles, installNode, installPython } from '../install.ts';
import type { QuickStart } from '../quick-start.ts';

const signInButton = 'a.btn[href*="oauth_login"]';

export const jupyterhub: QuickStart = {
  title: 'JupyterHub',
  redirectPath: '/hub/oauth_callback',
  hasNoNames: true,
  install: async ({ dir, logFile }) => {
    copyFiles('quick-starts/jupyterhub', dir);
    await installNode(dir, ['configurable-http-proxy'], logFile);
    return (await installPython(dir, ['oauthenticator', 'jupyterhub'], logFile)).versions;
  },
  command: ({ dir, port }) => ({
    command: join(dir, 'venv/bin/python'),
    args: ['-m', 'jupyterhub', '-f', 'hub.py'],
    cwd: dir,
    env: {
      PATH: `${join(dir, 'node_modules/.bin')}:${process.env['PATH']}`,
      HUB_PORT: String(port + 1),
      PROXY_API_PORT: String(port + 2),
      JUPYTERHUB_CRYPT_KEY: '0123456789abcdef'.repeat(4),
    },
  }),
  readyPath: '/hub/login',
  signInPath: '/hub/login?next=%2Fhub%2Fhome',
  homePath: '/hub/home',
  isSignedIn: async (page, site) =>
    page.url().startsWith(`${site}/hub/home`) && page.locator('#logout').isVisible(),
  help: async (page) => {
    const button = page.locator(signInButton);
    if (!(await button.isVisible())) return false;
    await button.click();
    return true;
  },
  refresh: async (page, { site, logFile }) => {
    // Older than the age after which the hub looks again.
    await pause(2000);
    await page.goto(`${site}/hub/home`);
    const log = readFileSync(logFile, 'utf8');
    return page.url().endsWith('/hub/home') && log.includes('Refreshing oauth access token');
  },
  signOut: (page, site) => page.goto(`${site}/hub/logout`),
  isSignedOut: async (page, site) => page.url().startsWith(site) && page.locator(signInButton).isVisible(),
  more: {
    'sign-in': '`username_claim = "sub"`; the example uses the e-mail address',
    refresh: '`enable_auth_state` and scope `offline_access`',
    'sign-out': '`logout_redirect_url`',
  },
};
