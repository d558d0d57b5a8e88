import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openKeycloakAdmin, prepareKeycloak, unpackKeycloak } from '../keycloak.ts';
import type { QuickStart, QuickStartGiven } from '../quick-start.ts';

/** The console's form asks for the discovery address, the id and the secret, and reads the rest from discovery. */
async function addProvider({ dir, logFile, site, issuer, clientId, secret, hasMore }: QuickStartGiven) {
  const admin = await openKeycloakAdmin(dir, site, logFile);
  const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
  const found = (await discovery.json()) as Record<string, string>;
  const config = {
    issuer: found['issuer'],
    authorizationUrl: found['authorization_endpoint'],
    tokenUrl: found['token_endpoint'],
    userInfoUrl: found['userinfo_endpoint'],
    logoutUrl: found['end_session_endpoint'],
    jwksUrl: found['jwks_uri'],
    useJwksUrl: 'true',
    validateSignature: 'true',
    clientAuthMethod: 'client_secret_post',
    clientId,
    clientSecret: secret,
    ...(hasMore ? { defaultScope: 'openid profile' } : {}),
  };
  const provider = { alias: 'tamga', displayName: 'Tamga', providerId: 'oidc', enabled: true, config };
  writeFileSync(join(dir, 'tamga.json'), JSON.stringify(provider));
  await admin('create', 'identity-provider/instances', '-r', 'interop', '-f', join(dir, 'tamga.json'));
}

/** Types what Keycloak asks for at the first sign-in and Tamga did not send. */
async function fillProfile(page: Page): Promise<boolean> {
  const form = page.locator('#kc-idp-review-profile-form');
  if (!(await form.isVisible())) return false;
  const typed = { username: 'typed', email: 'typed@example.mn', firstName: 'Typed', lastName: 'Typed' };
  for (const [name, text] of Object.entries(typed)) {
    const field = form.locator(`[name=${name}]`);
    if ((await field.isVisible()) && (await field.inputValue()) === '') await field.fill(text);
  }
  await form.locator('[type=submit]').click();
  return true;
}

export const keycloak: QuickStart = {
  title: 'Keycloak (as a broker)',
  redirectPath: '/realms/interop/broker/tamga/endpoint',
  postLogoutPaths: ['/realms/interop/broker/tamga/endpoint/logout_response'],
  install: ({ dir, logFile }) => unpackKeycloak(dir, logFile),
  command: ({ dir, port }) => prepareKeycloak(dir, port),
  readyPath: '/realms/master',
  configure: addProvider,
  signInPath: '/realms/interop/account/?kc_idp_hint=tamga',
  homePath: '/realms/interop/account/',
  isSignedIn: async (page, site) =>
    page.url().startsWith(`${site}/realms/interop/account`) &&
    page.getByRole('heading', { name: 'Personal info' }).isVisible(),
  help: async (page) => {
    for (const button of ['#social-tamga', '#kc-logout'])
      if (await page.locator(button).isVisible()) {
        await page.locator(button).click();
        return true;
      }
    return fillProfile(page);
  },
  signOut: (page, site) => page.goto(`${site}/realms/interop/protocol/openid-connect/logout`),
  isSignedOut: async (page, site) =>
    page.url().startsWith(site) &&
    (await page
      .getByText(/logged out/i)
      .first()
      .isVisible()),
  more: { name: 'scope `openid profile`' },
};
