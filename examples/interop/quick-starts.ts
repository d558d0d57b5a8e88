import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { copyFiles, installNode, installPython, readGoVersions } from './install.ts';
import { finish } from './processes.ts';
import { type QuickStart, refreshOnPage } from './quick-start.ts';
import { apache } from './quick-starts/apache.ts';
import { jupyterhub } from './quick-starts/jupyterhub.ts';
import { keycloak } from './quick-starts/keycloak.ts';

const signOutAt = (path: string) => (page: Page, site: string) => page.goto(`${site}${path}`);

const node = (name: string, packages: readonly string[]) => ({
  install: ({ dir, logFile }: { dir: string; logFile: string }) => {
    copyFiles(`quick-starts/${name}`, dir);
    return installNode(dir, packages, logFile);
  },
  command: ({ dir }: { dir: string }) => {
    const env = { AUTH_SECRET: 'interop-auth-secret-0123456789abcdef' };
    return { command: 'node', args: ['server.mjs'], cwd: dir, env };
  },
  signInPath: '/login',
});

const python = (name: string, packages: readonly string[]) => ({
  install: async ({ dir, logFile }: { dir: string; logFile: string }) => {
    copyFiles(`quick-starts/${name}`, dir);
    return (await installPython(dir, packages, logFile)).versions;
  },
});
const pythonOf = (dir: string) => join(dir, 'venv/bin/python');

/** Auth.js has pages of its own with a button each. */
async function pressAuthJsButton(page: Page): Promise<boolean> {
  const button = page.locator('form button[type=submit]');
  if (!/\/auth\/signin/.test(page.url()) || !(await button.isVisible())) return false;
  await button.click();
  return true;
}

export const quickStarts: Readonly<Record<string, QuickStart>> = {
  'openid-client': {
    ...node('openid-client', ['openid-client']),
    title: 'openid-client (Node)',
    redirectPath: '/callback',
    refresh: refreshOnPage,
    signOut: signOutAt('/logout'),
    more: { name: 'scope `profile`', refresh: 'scope `offline_access`' },
  },
  'express-openid-connect': {
    ...node('express-openid-connect', ['express-openid-connect', 'express']),
    title: 'express-openid-connect (Node)',
    redirectPath: '/callback',
    signInPath: '/login',
    refresh: refreshOnPage,
    signOut: signOutAt('/logout'),
    more: {
      'sign-in': "`response_type: 'code'` and `clientSecret`; its default is the implicit flow",
      refresh: 'scope `offline_access`',
    },
  },
  authjs: {
    ...node('authjs', ['@auth/express', 'express']),
    title: 'Auth.js (Node)',
    redirectPath: '/auth/callback/tamga',
    signInPath: '/auth/signin',
    help: pressAuthJsButton,
  },
  passport: {
    ...node('passport', ['passport-openidconnect', 'passport', 'express', 'express-session']),
    title: 'passport-openidconnect (Node)',
    redirectPath: '/cb',
    more: { 'sign-in': '`nonce: true`', name: "`scope: 'profile'`" },
  },
  'oidc-client-ts': {
    ...node('oidc-client-ts', ['oidc-client-ts']),
    title: 'oidc-client-ts (browser, no secret)',
    redirectPath: '/callback',
    isPublic: true,
    refresh: refreshOnPage,
    signOut: signOutAt('/logout'),
    more: { name: 'scope `profile`', refresh: 'scope `offline_access`' },
  },
  authlib: {
    ...python('authlib', ['Authlib', 'Flask', 'requests']),
    title: 'Authlib (Flask)',
    redirectPath: '/authorize',
    postLogoutPaths: ['/logged-out'],
    command: ({ dir }) => ({ command: pythonOf(dir), args: ['app.py'], cwd: dir }),
    signInPath: '/login',
    refresh: refreshOnPage,
    signOut: signOutAt('/logout'),
    more: { refresh: 'scope `offline_access`' },
  },
  django: {
    ...python('django', ['mozilla-django-oidc', 'Django']),
    title: 'mozilla-django-oidc',
    redirectPath: '/oidc/callback/',
    command: ({ dir, port }) => {
      const django = `${pythonOf(dir)} -m django`;
      const args = ['-c', `${django} migrate && exec ${django} runserver --noreload localhost:${port}`];
      const env = { DJANGO_SETTINGS_MODULE: 'site_settings', PYTHONPATH: dir };
      return { command: 'sh', args, cwd: dir, env };
    },
    signInPath: '/oidc/authenticate/',
    refresh: refreshOnPage,
    signOut: (page) => page.getByRole('button', { name: 'Sign out' }).click(),
    more: {
      'sign-in': 'a backend that knows people by `sub`; its own needs an e-mail address',
      name: 'scope `profile` and that backend',
      refresh: 'the middleware `SessionRefresh`',
      'sign-out': '`OIDC_OP_LOGOUT_URL_METHOD`',
    },
  },
  'go-oidc': {
    title: 'go-oidc',
    redirectPath: '/callback',
    install: async ({ dir, logFile }) => {
      copyFiles('quick-starts/go-oidc', dir);
      const go = (...args: string[]) => finish({ command: 'go', args, cwd: dir }, logFile, 600);
      await finish({ command: 'rm', args: ['-f', 'go.mod', 'go.sum'], cwd: dir }, logFile, 10);
      await go('mod', 'init', 'interop');
      await go('mod', 'tidy');
      await go('build', '-o', 'interop', '.');
      return readGoVersions(dir, ['github.com/coreos/go-oidc/v3', 'golang.org/x/oauth2']);
    },
    command: ({ dir }) => ({ command: `${dir}/interop`, args: [], cwd: dir }),
    signInPath: '/login',
    refresh: refreshOnPage,
    more: {
      'sign-in': '`oidc.Nonce(nonce)`, as in its example application',
      refresh: 'scope `offline_access`',
    },
  },
  apache,
  spring: {
    title: 'Spring Boot',
    redirectPath: '/login/oauth2/code/tamga',
    install: async ({ dir, logFile }) => {
      copyFiles('quick-starts/spring', dir);
      await finish({ command: 'mvn', args: ['-q', '-B', 'package', '-DskipTests'], cwd: dir }, logFile, 900);
      const version = /<version>([\d.]+)<\/version>/.exec(readFileSync(join(dir, 'pom.xml'), 'utf8'))?.[1];
      return `Spring Boot ${version}`;
    },
    command: ({ dir, hasMore }) => ({
      command: 'java',
      args: ['-jar', 'target/interop.jar', ...(hasMore ? ['--spring.profiles.active=more'] : [])],
      cwd: dir,
    }),
    signInPath: '/',
    refresh: async (page, given) => {
      // The first call remembers the token, the second compares.
      await refreshOnPage(page, given);
      return refreshOnPage(page, given);
    },
    signOut: async (page, site) => {
      // Spring's own page asks before it signs out.
      await page.goto(`${site}/logout`);
      await page.locator('button[type=submit]').click();
    },
    isSignedOut: async (page, site) => page.url().startsWith(`${site}/login?logout`),
    more: {
      refresh: 'scope `offline_access`',
      'sign-out': '`OidcClientInitiatedLogoutSuccessHandler`',
    },
  },
  jupyterhub,
  keycloak,
};
