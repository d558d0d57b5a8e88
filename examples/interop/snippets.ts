import type { Page } from 'playwright-core';
import type { PeopleTool } from '../../apps/portal/src/features/oauth-clients/snippets/snippets.ts';
import { copyFiles, installNode, installPython, readGoVersions } from './install.ts';
import { type InteropClient, nobodyIsSignedIn } from './interop-client.ts';
import { finish } from './processes.ts';
import { apache } from './snippets/apache/client.ts';
import { jupyterhub } from './snippets/jupyterhub/client.ts';
import { keycloak } from './snippets/keycloak/client.ts';
import { spring } from './snippets/spring/client.ts';

const signOutAt = (path: string) => (page: Page, site: string) => page.goto(`${site}${path}`);

const node = (name: string, packages: readonly string[]): InteropClient => ({
  prepare: async ({ dir, logFile }) => {
    copyFiles(`snippets/${name}`, dir);
    const versions = await installNode(dir, packages, logFile);
    const env = { AUTH_SECRET: 'interop-auth-secret-0123456789' };
    return { command: { command: 'node', args: ['server.mjs'], cwd: dir, env }, versions };
  },
  signInPath: '/login',
  signOut: signOutAt('/logout'),
  isSignedOut: nobodyIsSignedIn,
});

/** Auth.js has pages of its own with a button each. */
async function pressAuthJsButton(page: Page): Promise<boolean> {
  const button = page.locator('form button[type=submit]');
  if (!/\/auth\/(signin|signout)/.test(page.url()) || !(await button.isVisible())) return false;
  await button.click();
  return true;
}

/** Our smallest applications around the snippets of the developer's page. */
export const snippetClients: Readonly<Record<PeopleTool, InteropClient>> = {
  'openid-client': node('openid-client', ['openid-client']),
  'express-openid-connect': node('express-openid-connect', ['express', 'express-openid-connect']),
  authjs: {
    ...node('authjs', ['express', '@auth/express']),
    signInPath: '/auth/signin',
    help: pressAuthJsButton,
    signOut: async (page, site) => {
      await page.goto(`${site}/auth/signout`);
      await pressAuthJsButton(page);
      await page.getByText('Nobody is signed in.').waitFor();
      await page.goto(`${site}/tamga-sign-out`);
      await page.getByTestId('confirm-logout').click();
    },
  },
  authlib: {
    prepare: async ({ dir, logFile }) => {
      copyFiles('snippets/authlib', dir);
      const { python, versions } = await installPython(dir, ['Authlib', 'Flask', 'requests'], logFile);
      return { command: { command: python, args: ['app.py'], cwd: dir }, versions };
    },
    signInPath: '/login',
    signOut: signOutAt('/logout'),
    isSignedOut: nobodyIsSignedIn,
  },
  django: {
    prepare: async ({ dir, logFile, port }) => {
      copyFiles('snippets/django', dir);
      const { python, versions } = await installPython(dir, ['mozilla-django-oidc', 'Django'], logFile);
      const env = {
        DJANGO_SETTINGS_MODULE: 'site_settings',
        PYTHONPATH: dir,
        SESSION_SECRET: 'x',
        TAMGA_CLIENT_SECRET: 'x',
      };
      await finish({ command: python, args: ['-m', 'django', 'migrate'], cwd: dir, env }, logFile, 120);
      const { SESSION_SECRET: _, TAMGA_CLIENT_SECRET: __, ...kept } = env;
      const args = ['-m', 'django', 'runserver', '--noreload', `localhost:${port}`];
      return { command: { command: python, args, cwd: dir, env: kept }, versions };
    },
    signInPath: '/oidc/authenticate/',
    signOut: (page) => page.getByRole('button', { name: 'Sign out' }).click(),
    isSignedOut: nobodyIsSignedIn,
  },
  'go-oidc': {
    prepare: async ({ dir, logFile }) => {
      copyFiles('snippets/go-oidc', dir);
      const modules = ['github.com/coreos/go-oidc/v3', 'golang.org/x/oauth2'];
      const go = (...args: string[]) => finish({ command: 'go', args, cwd: dir }, logFile, 600);
      await go('mod', 'init', 'interop');
      await go('mod', 'tidy');
      await go('build', '-o', 'interop', '.');
      return {
        command: { command: `${dir}/interop`, args: [], cwd: dir },
        versions: readGoVersions(dir, modules),
      };
    },
    signInPath: '/login',
    signOut: signOutAt('/logout'),
    isSignedOut: nobodyIsSignedIn,
  },
  apache,
  spring,
  jupyterhub,
  keycloak,
};
