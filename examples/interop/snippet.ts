import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import {
  buildSnippets,
  type PeopleTool,
  REDIRECT_PATHS,
} from '../../apps/portal/src/features/oauth-clients/snippets/snippets.ts';
import { findFreePorts } from '../../scripts/free-ports.ts';
import type { InteropClient } from './interop-client.ts';
import { findCitizen, walk } from './person.ts';
import { start, stop, untilAnswers } from './processes.ts';
import type { Tamga } from './tamga.ts';

const scopes = ['openid', 'profile', 'email'];
/** Registrations accept both; this is what the snippets tell the client to use. */
const authMethod = process.env['SECRET_METHOD'] ?? 'client_secret_basic';

interface Stage {
  tamga: Tamga;
  browser: Browser;
  workDir: string;
}

/** Signs a citizen in through the snippet of one client, checks the name on its page, and signs out. */
export async function trySnippet(
  { tamga, browser, workDir }: Stage,
  name: PeopleTool,
  client: InteropClient,
): Promise<string> {
  const dir = join(workDir, name);
  mkdirSync(dir, { recursive: true });
  const logFile = join(workDir, `${name}.log`);
  const [port = 0, second = 0] = await findFreePorts(2);
  const site = `http://localhost:${port}`;
  const redirectUri = `${site}${REDIRECT_PATHS[name].replace('REALM', 'interop')}`;
  const { clientId, secret } = await tamga.register({
    client_name: `Interop ${name}`,
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [site, ...(client.postLogoutUris?.(site) ?? [])],
    scopes,
  });
  const facts = { issuer: tamga.issuer, clientId, redirectUri, scopes, authMethod };
  for (const { file, text } of buildSnippets(name, facts, false)) writeFileSync(join(dir, file), text);
  const given = { dir, logFile, port, second, site, secret, issuer: tamga.issuer };
  const { command, versions } = await client.prepare(given);
  const env = {
    TAMGA_CLIENT_SECRET: secret,
    SESSION_SECRET: 'interop-session-secret-0123456789',
    PORT: String(port),
  };
  const child = start({ ...command, env: { ...env, ...command.env } }, logFile);
  try {
    await untilAnswers(`${site}${client.readyPath ?? '/'}`, child, 240);
    await client.configure?.(given);
    const context = await browser.newContext({ locale: 'en-US' });
    try {
      const citizen = await findCitizen(tamga.sandbox);
      const page = await context.newPage();
      await page.goto(`${site}${client.signInPath}`, { timeout: 60_000 });
      const shows = async (text: string | RegExp) =>
        page.url().startsWith(site) && (await page.getByText(text).first().isVisible());
      const person = { page, sandbox: tamga.sandbox, citizen, ...(client.help ? { help: client.help } : {}) };
      await walk({ ...person, isThere: () => shows(client.shows?.(citizen) ?? citizen.given_name) });
      if (client.signOut === undefined) return `${versions}: signed in`;
      await client.signOut(page, site);
      await walk({ ...person, isThere: () => client.isSignedOut(page, site) });
      return `${versions}: signed in and out`;
    } finally {
      await context.close();
    }
  } finally {
    await stop(child);
  }
}
