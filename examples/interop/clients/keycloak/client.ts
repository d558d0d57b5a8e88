import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Given, InteropClient } from '../../interop-client.ts';
import { finish } from '../../processes.ts';

const version = '26.7.0';
const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
const homeOf = (dir: string) => join(dir, `keycloak-${version}`);
const accountConsole = '/realms/interop/account/';

/** Keycloak asks a person at the first sign-in whether the profile is right. */
async function confirmProfile(page: Page): Promise<boolean> {
  const form = page.locator('#kc-idp-review-profile-form');
  if (!(await form.isVisible())) {
    const logout = page.locator('#kc-logout');
    if (!(await logout.isVisible())) return false;
    await logout.click();
    return true;
  }
  await form.locator('[type=submit]').click();
  return true;
}

async function configure({ dir, logFile, site, secret }: Given): Promise<void> {
  const script = join(homeOf(dir), 'bin/kcadm.sh');
  // The archive is unpacked without the right to execute.
  const admin = (...args: string[]) =>
    finish(
      { command: 'bash', args: [script, ...args, '--config', join(dir, 'kcadm.config')], cwd: dir },
      logFile,
      180,
    );
  await admin(
    'config',
    'credentials',
    '--server',
    site,
    '--realm',
    'master',
    '--user',
    'admin',
    '--password',
    'interop-admin',
  );
  await admin('create', 'realms', '-s', 'realm=interop', '-s', 'enabled=true');
  // A citizen may have no e-mail address, and Keycloak asks for one by default.
  const profile = {
    attributes: ['username', 'email', 'firstName', 'lastName'].map((name) => ({
      name,
      permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
    })),
  };
  writeFileSync(join(dir, 'profile.json'), JSON.stringify(profile));
  await admin('update', 'users/profile', '-r', 'interop', '-f', join(dir, 'profile.json'));
  const file = join(dir, 'tamga.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('<TAMGA_CLIENT_SECRET>', secret));
  await admin('create', 'identity-provider/instances', '-r', 'interop', '-f', file);
}

export const keycloak: InteropClient = {
  prepare: async ({ dir, logFile, port }) => {
    if (!existsSync(homeOf(dir))) {
      const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';
      const args = ['-q', '-B', `${plugin}:get`, `-Dartifact=${artifact}`, '-Dtransitive=false'];
      await finish({ command: 'mvn', args, cwd: dir }, logFile, 1200);
      const copy = ['-q', '-B', `${plugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${dir}`];
      await finish({ command: 'mvn', args: copy, cwd: dir }, logFile, 300);
      const zip = `keycloak-quarkus-dist-${version}.zip`;
      await finish({ command: 'python3', args: ['-m', 'zipfile', '-e', zip, '.'], cwd: dir }, logFile, 300);
    }
    const command = {
      command: 'bash',
      args: [join(homeOf(dir), 'bin/kc.sh'), 'start-dev', `--http-port=${port}`, '--http-host=localhost'],
      cwd: dir,
      env: { KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: 'interop-admin' },
    };
    return { command, versions: `Keycloak ${version}` };
  },
  postLogoutUris: (site) => [`${site}/realms/interop/broker/tamga/endpoint/logout_response`],
  readyPath: '/realms/master',
  configure,
  signInPath: `${accountConsole}?kc_idp_hint=tamga`,
  help: async (page) => {
    const button = page.locator('#social-tamga');
    if (!(await button.isVisible())) return confirmProfile(page);
    await button.click();
    return true;
  },
  signOut: (page, site) => page.goto(`${site}/realms/interop/protocol/openid-connect/logout`),
  isSignedOut: async (page, site) =>
    page.url().startsWith(site) &&
    (await page
      .getByText(/logged out/i)
      .first()
      .isVisible()),
};
