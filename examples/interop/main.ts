import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import {
  buildSnippets,
  type PeopleTool,
  REDIRECT_PATHS,
} from '../../apps/portal/src/features/oauth-clients/snippets/snippets.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import { findFreePorts } from '../../scripts/free-ports.ts';
import { clients } from './clients.ts';
import type { InteropClient } from './interop-client.ts';
import { findCitizen, walk } from './person.ts';
import { start, stop, stopAll, untilAnswers } from './processes.ts';
import { startTamga, type Tamga } from './tamga.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const scopes = ['openid', 'profile', 'email'];
/** Registrations accept both; this is what the snippets tell the client to use. */
const authMethod = process.env['SECRET_METHOD'] ?? 'client_secret_basic';

/** Signs a citizen in through one real client, checks the name on its page, and signs out. */
async function tryClient(
  tamga: Tamga,
  browser: Browser,
  workDir: string,
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

async function main(names: readonly string[]): Promise<number> {
  const wanted = names.includes('all') ? Object.keys(clients) : names;
  const unknown = wanted.find((name) => !(name in clients));
  if (wanted.length === 0 || unknown !== undefined) {
    say(`usage: examples/interop/run NAME… | all\nNAME: ${Object.keys(clients).join(', ')}`);
    return 2;
  }
  const workDir = process.env['INTEROP_DIR'] ?? mkdtempSync(join(tmpdir(), 'tamga-interop-'));
  say(`files and logs: ${workDir}`);
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium: `npm test` installs one');
  const tamga = await startTamga(workDir);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  let failed = 0;
  try {
    for (const name of wanted as PeopleTool[]) {
      const outcome = await tryClient(tamga, browser, workDir, name, clients[name]).catch((error: Error) => {
        failed += 1;
        return `FAILED: ${error.message}`;
      });
      say(`${name.padEnd(24)} ${outcome}`);
    }
  } finally {
    await browser.close();
  }
  return failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));
main(process.argv.slice(2))
  .catch((error: Error) => {
    say(error.message);
    return 1;
  })
  .then(async (code) => {
    await stopAll();
    process.exit(code);
  });
