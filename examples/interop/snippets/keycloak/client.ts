import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Given, InteropClient } from '../../interop-client.ts';
import { openKeycloakAdmin, prepareKeycloak, unpackKeycloak } from '../../keycloak.ts';

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
  const admin = await openKeycloakAdmin(dir, site, logFile);
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
    const versions = await unpackKeycloak(dir, logFile);
    return { command: prepareKeycloak(dir, port), versions };
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
