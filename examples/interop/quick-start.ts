import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findFreePorts } from '../../scripts/free-ports.ts';
import { asksToSignIn, nobodyIsSignedIn } from './interop-client.ts';
import { findCitizen, walk } from './person.ts';
import { type Command, start, stop, untilAnswers } from './processes.ts';
import type { Tamga } from './tamga.ts';

export const checks = ['sign-in', 'name', 'refresh', 'sign-out'] as const;
export type Check = (typeof checks)[number];
type Outcome = Partial<Record<Check, boolean>>;

export interface QuickStartGiven {
  dir: string;
  logFile: string;
  port: number;
  site: string;
  issuer: string;
  clientId: string;
  secret: string;
  /** False for the quick start alone, true with the settings that `more` names. */
  hasMore: boolean;
}

/** One client with the settings of its quick start, and what has to be added where those do not suffice. */
export interface QuickStart {
  title: string;
  redirectPath: string;
  isPublic?: boolean;
  /** Further addresses to return to after signing out. */
  postLogoutPaths?: readonly string[];
  install(given: QuickStartGiven): Promise<string>;
  command(given: QuickStartGiven): Command;
  readyPath?: string;
  /** Settings that need the running client. */
  configure?(given: QuickStartGiven): Promise<void>;
  signInPath: string;
  homePath?: string;
  isSignedIn?(page: Page, site: string): Promise<boolean>;
  help?(page: Page): Promise<boolean>;
  /** The client knows people by an account name alone. */
  hasNoNames?: true;
  /** Left out where the library has no such function. */
  refresh?(page: Page, given: QuickStartGiven): Promise<boolean>;
  signOut?(page: Page, site: string): Promise<unknown>;
  isSignedOut?(page: Page, site: string): Promise<boolean>;
  /** The setting that a check needs beyond the quick start. */
  more?: Partial<Record<Check, string>>;
}

export interface Row {
  title: string;
  versions: string;
  cells: string[];
  hasFailed: boolean;
  /** What the application showed where the quick start alone was refused. */
  refusal: string;
}

interface Stage {
  tamga: Tamga;
  browser: Browser;
  workDir: string;
}

const showsText = async (page: Page, site: string, text: string | RegExp) =>
  page.url().startsWith(site) && (await page.getByText(text).first().isVisible());

export const refreshOnPage = async (page: Page, { site }: { site: string }) => {
  await page.goto(`${site}/refresh`);
  const text = page.getByText(/^(Not refreshed|Refreshed|Error)/).first();
  await text.waitFor({ timeout: 20_000 });
  return (await text.innerText()).startsWith('Refreshed.');
};

/** Signs a citizen in, then looks for the name, renews the tokens and signs out. */
async function tryRound({ tamga, browser }: Stage, client: QuickStart, given: QuickStartGiven) {
  const { site } = given;
  const { command, args, cwd, env } = client.command(given);
  const settings = {
    ISSUER: given.issuer,
    CLIENT_ID: given.clientId,
    CLIENT_SECRET: given.secret,
    SITE: site,
    PORT: String(given.port),
    SESSION_SECRET: 'interop-session-secret-0123456789',
    MORE: given.hasMore ? '1' : '',
  };
  const outcome: Outcome = { 'sign-in': false };
  if (!client.hasNoNames) outcome.name = false;
  if (client.refresh !== undefined) outcome.refresh = false;
  if (client.signOut !== undefined) outcome['sign-out'] = false;
  const child = start({ command, args, cwd, env: { ...settings, ...env } }, given.logFile);
  const context = await browser.newContext({ locale: 'en-US' });
  try {
    await untilAnswers(`${site}${client.readyPath ?? '/'}`, child, 300);
    await client.configure?.(given);
    const citizen = await findCitizen(tamga.sandbox);
    const page = await context.newPage();
    let hasRefused = false;
    page.on('response', (answer) => {
      const isPage = answer.request().isNavigationRequest() && answer.frame() === page.mainFrame();
      if (isPage && answer.url().startsWith(site) && answer.status() >= 400) hasRefused = true;
    });
    const isSignedIn = () =>
      client.isSignedIn?.(page, site) ?? showsText(page, `${site}${client.homePath ?? '/'}`, 'Signed in:');
    const person = { page, sandbox: tamga.sandbox, citizen, ...(client.help ? { help: client.help } : {}) };
    const signIn = () => page.goto(`${site}${client.signInPath}`, { timeout: 90_000 });
    await signIn();
    await walk({
      ...person,
      isThere: isSignedIn,
      isOver: async () => hasRefused || nobodyIsSignedIn(page, site),
    });
    outcome['sign-in'] = true;
    if (!client.hasNoNames) outcome.name = await showsText(page, site, citizen.given_name);
    if (client.refresh !== undefined) outcome.refresh = await client.refresh(page, given).catch(() => false);
    if (client.signOut === undefined) return { outcome, refusal: '' };
    await page.goto(`${site}${client.homePath ?? '/'}`, { timeout: 90_000 });
    await client.signOut(page, site);
    const isSignedOut = async () =>
      (await (client.isSignedOut ?? nobodyIsSignedIn)(page, site)) || (await asksToSignIn(page));
    const endsAtTamga = () => page.getByTestId('to-portal').isVisible();
    await walk({ ...person, isThere: async () => (await isSignedOut()) || (await endsAtTamga()) });
    // Signed out at Tamga too: the next sign-in asks for the eID again.
    await signIn();
    const asks = () => page.getByTestId('qr').isVisible();
    const passes = async () => (await page.getByTestId('continue').isVisible()) || (await isSignedIn());
    await walk({ ...person, isThere: async () => (await asks()) || (await passes()) });
    outcome['sign-out'] = await asks();
    return { outcome, refusal: '' };
  } catch (error) {
    return { outcome, refusal: (error as Error).message };
  } finally {
    await context.close();
    await stop(child);
  }
}

function describe(check: Check, client: QuickStart, alone: Outcome, withMore: Outcome): string {
  if (alone[check]) return 'yes';
  if (withMore[check]) return client.more?.[check] === undefined ? 'yes' : `with ${client.more[check]}`;
  return alone[check] === undefined ? '–' : 'NO';
}

export async function tryQuickStart(stage: Stage, name: string, client: QuickStart): Promise<Row> {
  const { tamga, workDir } = stage;
  const dir = join(workDir, name);
  mkdirSync(dir, { recursive: true });
  const [port = 0] = await findFreePorts(1);
  const site = `http://localhost:${port}`;
  const { clientId, secret } = await tamga.register({
    client_name: `Interop ${name}`,
    redirect_uris: [`${site}${client.redirectPath}`],
    post_logout_redirect_uris: [site, ...(client.postLogoutPaths ?? []).map((path) => `${site}${path}`)],
    ...(client.isPublic ? { public: true } : {}),
  });
  const logFile = join(workDir, `${name}.log`);
  const given = { dir, logFile, port, site, issuer: tamga.issuer, clientId, secret, hasMore: false };
  const versions = await client.install(given);
  const alone = await tryRound(stage, client, given);
  const isComplete = checks.every((check) => alone.outcome[check] !== false);
  const withMore =
    isComplete || client.more === undefined
      ? { outcome: {}, refusal: '' }
      : await tryRound(stage, client, { ...given, hasMore: true });
  const cells = checks.map((check) => describe(check, client, alone.outcome, withMore.outcome));
  const refusal = [alone.refusal, withMore.refusal].filter((text) => text !== '').join(' | ');
  return { title: client.title, versions, cells, hasFailed: cells.includes('NO'), refusal };
}
