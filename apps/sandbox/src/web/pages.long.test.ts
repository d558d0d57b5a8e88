import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumFlags, findChromium } from '../../../../scripts/chromium.mjs';
import { patienceMs } from '../../../../scripts/patience.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { authRequest, BOLD, buildLink, etsi, RP_UUID, SARNAI, signRequest } from '../relying-party.ts';
import { startCarelessApplication } from '../rp-simulator/test/careless-application.ts';
import { CLIENT_ID } from '../rp-simulator/test/correct-application.ts';

const CHROMIUM = findChromium();
const SECRET = 'a secret for the phone';
const LOCKED = 'ГО77063044';
const WITHOUT_DEVICE = 'АР96022582';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A browser on a busy machine needs more time than a plain test.

/** The answer to a start call; the last three are only for a device link. */
type Start = {
  sessionID: string;
  vc: { value: string };
  deviceLinkBase: string;
  sessionToken: string;
  sessionSecret: string;
};

let sandbox: Sandbox;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tamga-phone-'));
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    environment: 'test',
    rpUuid: RP_UUID,
    rpName: 'Tamga',
    rpSecret: SECRET,
  });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function call<T = Start>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${SECRET}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as T;
}

const pushSignIn = (nationalId: string, changes = {}) =>
  call('POST', `/v3/authentication/notification/etsi/${etsi(nationalId)}`, authRequest(changes));

async function readEndResult(session: { sessionID: string }): Promise<string | undefined> {
  const path = `/v3/session/${session.sessionID}?timeoutMs=1000`;
  // The first answer may only report that a device was seen.
  for (;;) {
    const answer = await call<{ state: string; result?: { endResult: string } }>('GET', path);
    if (answer.state === 'COMPLETE') return answer.result?.endResult;
  }
}

async function startLink(type: 'QR' | 'Web2App', changes = {}) {
  const request = authRequest(changes);
  const start = await call('POST', '/v3/authentication/device-link/anonymous', request);
  return { start, link: buildLink(start, request, { type }) };
}

describe('page headers', () => {
  it.each(['/', '/link', '/mail', '/check', '/web/phone.js', '/web/jsqr.js'])(
    '%s allows nothing but its own origin, and the camera',
    async (path) => {
      const answer = await fetch(`${sandbox.url}${path}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toContain(
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'",
      );
      expect(answer.headers.get('permissions-policy')).toBe('camera=(self)');
    },
  );

  it('serves no source file of the server', async () => {
    expect((await fetch(`${sandbox.url}/web/..%2findex.ts`)).ok).toBe(false);
    expect((await fetch(`${sandbox.url}/web/index.ts`)).ok).toBe(false);
  });
});

describe('pages in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: chromiumFlags });
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    complaints = [];
    // Without animations, because contrast can be measured only on a settled screen.
    context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      locale: 'mn-MN',
    });
    context.setDefaultTimeout(patienceMs);
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });

  const see = (testId: string) => page.getByTestId(testId);
  const resultState = () => see('result').getAttribute('data-state');

  async function openPhone(nationalId: string): Promise<void> {
    await page.goto(`${sandbox.url}/`);
    await see(`citizen-${nationalId}`).click();
    await see('scan').waitFor();
  }
  async function tapPin(pin: string): Promise<void> {
    for (const digit of pin) await see(`pin-${digit}`).click();
  }
  async function expectAccessible(): Promise<void> {
    if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE);
    const found = await page.evaluate(
      'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id))',
    );
    expect(found).toEqual([]);
  }

  it('a push appears by itself with its code, and the correct PIN1 approves it', async () => {
    await openPhone(BOLD);
    const session = await pushSignIn(BOLD);
    await see('request').waitFor();
    expect(await see('verification-code').textContent()).toBe(session.vc.value);
    expect(await see('request').textContent()).toContain('Тамга: нэвтрэх');
    await see('continue').click();
    await tapPin('9999');
    await see('pin-message').getByText('2 оролдлого үлдлээ').waitFor();
    await tapPin('1234');
    await see('result').waitFor();
    expect(await resultState()).toBe('approved');
    expect(await readEndResult(session)).toBe('OK');

    const second = await pushSignIn(BOLD);
    await see('request').waitFor();
    expect(await see('verification-code').textContent()).toBe(second.vc.value);
    await see('refuse').click();
    await see('result').waitFor();
    expect(await resultState()).toBe('refused');
    expect(await readEndResult(second)).toBe('USER_REFUSED');
  });

  it('a signature needs the five digits of PIN2', async () => {
    await openPhone(SARNAI);
    const path = `/v3/signature/notification/etsi/${etsi(SARNAI)}`;
    const session = await call('POST', path, signRequest(Buffer.alloc(32, 7)));
    await see('continue').click();
    await tapPin('12345');
    await see('result').waitFor();
    expect(await resultState()).toBe('approved');
    expect(await readEndResult(session)).toBe('OK');
  });

  it('a device link asks for a citizen once, then returns to the site with the verifier', async () => {
    const callback = `${sandbox.url}/mail?from=phone`;
    const first = await startLink('Web2App', { initialCallbackUrl: callback });
    await page.goto(first.link);
    await see(`citizen-${BOLD}`).click();
    await see('continue').click();
    await page.keyboard.type('1234');
    await see('return').waitFor();
    await page.waitForURL(/\/mail\?from=phone&userChallengeVerifier=[\w-]+&sessionSecretDigest=[\w-]+$/);
    expect(await readEndResult(first.start)).toBe('OK');

    const second = await startLink('Web2App', { initialCallbackUrl: callback });
    await page.goto(second.link);
    await see('request').waitFor();
    expect(page.url()).toBe(`${sandbox.url}/`);
    await see('refuse').click();
    await see('return').click();
    await page.waitForURL(/\/mail\?from=phone&sessionSecretDigest=/);
  });

  it('a pasted QR link opens its request, and a reload keeps it', async () => {
    await openPhone(BOLD);
    const { start, link } = await startLink('QR');
    await see('paste-link').fill(link);
    await see('paste-submit').click();
    expect(await see('verification-code').textContent()).toBe(start.vc.value);
    await page.reload();
    expect(await see('verification-code').textContent()).toBe(start.vc.value);
    await page.keyboard.press('Escape');
    await see('scan').waitFor();
    await page.locator('#inbox button').click();
    await see('refuse').click();
    await see('result').waitFor();
  });

  it('shows what is wrong with a link', async () => {
    await openPhone(BOLD);
    await see('paste-link').fill('https://example.mn/');
    await see('paste-submit').click();
    await page.getByRole('alert').getByText('Энэ eID-ийн холбоос биш байна.').waitFor();

    await see('switch-citizen').click();
    await see(`citizen-${WITHOUT_DEVICE}`).click();
    await see('paste-link').fill((await startLink('QR')).link);
    await see('paste-submit').click();
    await page.getByRole('alert').getByText('төхөөрөмж байхгүй').waitFor();
  });

  it('a request that ends elsewhere leaves the screen', async () => {
    await openPhone(SARNAI);
    const session = await pushSignIn(SARNAI);
    await see('continue').click();
    await call('POST', `/control/sessions/${session.sessionID}/timeout`, {});
    await see('result').waitFor();
    expect(await resultState()).toBe('expired');
  });

  it('a locked PIN is shown and can be unlocked', async () => {
    await openPhone(LOCKED);
    await pushSignIn(LOCKED);
    await see('continue').click();
    await tapPin('1234');
    await see('result').waitFor();
    expect(await resultState()).toBe('failed');
    await page.getByRole('heading', { name: 'PIN1 түгжигдсэн' }).waitFor();
    await see('unlock').click();
    await see('scan').waitFor();
    await pushSignIn(LOCKED);
    await see('continue').click();
    await tapPin('1234');
    await page.locator('[data-testid=result][data-state=approved]').waitFor();
  });

  it.each([
    ['en-GB', 'Whose phone is this?'],
    ['mn-MN', 'Энэ хэний утас вэ?'],
    ['de-DE', 'Энэ хэний утас вэ?'],
  ])('uses the language of the phone (%s) until another is chosen', async (locale, question) => {
    const own = await browser.newContext({ locale });
    const shown = await own.newPage();
    await shown.goto(`${sandbox.url}/`);
    await shown.getByText(question).waitFor();
    expect(await shown.locator('html').getAttribute('lang')).toBe(locale === 'en-GB' ? 'en' : 'mn');
    await shown.getByTestId('language').click();
    await shown.reload();
    await shown
      .getByText(question === 'Whose phone is this?' ? 'Энэ хэний утас вэ?' : 'Whose phone is this?')
      .waitFor();
    await own.close();
  });

  it.each(['light', 'dark'] as const)('meets WCAG 2.2 AA on every screen, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${sandbox.url}/`);
    await see('language').click();
    await page.getByText('Whose phone is this?').waitFor();
    await expectAccessible();
    await see(`citizen-${BOLD}`).click();
    await see('scan').waitFor();
    await expectAccessible();
    await see('scan').click();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await pushSignIn(BOLD);
    await see('request').waitFor();
    await expectAccessible();
    await see('continue').click();
    await tapPin('99');
    await expectAccessible();
    await page.keyboard.press('Escape');
    await see('refuse').click();
    await see('result').waitFor();
    await expectAccessible();
  });

  it('the mailbox shows a mail when it arrives, and never runs its HTML', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${sandbox.url}/mail`);
    await see('mail-empty').waitFor();
    await sendMail([
      'Subject: Code',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Go to http://localhost/verify?code=1.',
      '--b',
      'Content-Type: text/html',
      '',
      '<p id="p">shown</p><script>document.getElementById("p").textContent = "run"</script>',
      '--b--',
    ]);
    await see('mail-item').click();
    const link = see('mail-text').getByRole('link');
    expect(await link.getAttribute('href')).toBe('http://localhost/verify?code=1');
    await expectAccessible();
    await see('mail-tab-html').click();
    expect(await see('mail-html').contentFrame().locator('#p').textContent()).toBe('shown');
    await see('mail-filter').fill('nobody');
    await see('mail-empty').waitFor();
    await see('mail-filter').fill('');
    await see('mail-clear').click();
    await see('mail-empty').waitFor();
  });

  it('the check of an application fills its form from the address, and creates a simulator', async () => {
    const back = 'https://library.example/back';
    const wishes = new URLSearchParams({ client_id: 'library', redirect_uri: back });
    await page.goto(`${sandbox.url}/check?${wishes}`);
    expect(await see('check-redirects').inputValue()).toBe(back);
    await see('check-client').fill('other-library');
    await expectAccessible();
    await see('check-create').click();
    await see('check-run').waitFor();
    const issuer = await see('check-issuer').textContent();
    expect(issuer).toContain('/oidc-simulator/');
    await expectAccessible();
    await page.reload();
    await see('check-run').waitFor();
    expect(await see('check-issuer').textContent()).toBe(issuer);
    await see('check-start').fill('https://elsewhere.example/login');
    await see('check-go').click();
    await see('check-problem').waitFor();
    expect(await see('check-problem').textContent()).toContain('SANDBOX_APPLICATION_HOSTS');
  });

  it('the check of an application shows each result when it is known, in both languages', async () => {
    const application = await startCarelessApplication({ asksUserinfo: true });
    const run = await call<{ id: string; issuer: string }>('POST', '/control/oidc-simulator/runs', {
      client_id: CLIENT_ID,
      redirect_uris: [`${application.origin}/callback`],
      slow_ms: 1,
    });
    await application.connect(run.issuer);
    await page.goto(`${sandbox.url}/check#${run.id}`);
    await see('check-start').fill(`${application.origin}/login`);
    await see('check-session').fill(`${application.origin}/me`);
    await see('check-go').click();
    await see('check-summary').getByText('Засах зүйл: 21').waitFor();
    expect(await see('check-problem').isVisible()).toBe(false);
    const verdict = (fault: string) => see(`check-${fault}`).getAttribute('data-verdict');
    expect([await verdict('none'), await verdict('alg_none'), await verdict('wrong_at_hash')]).toEqual([
      'pass',
      'fail',
      'advice',
    ]);
    await expectAccessible();
    await see('language').click();
    expect(await see('check-alg_none').textContent()).toContain('The id_token has no signature');
    await page.setViewportSize({ width: 320, height: 640 });
    const scrollWidth = () => page.evaluate('document.documentElement.scrollWidth');
    expect(await scrollWidth()).toBe(320);
    await application.close();
    await page.goto(`${sandbox.url}/mail`);
    await see('mail-empty').waitFor();
    expect(await scrollWidth()).toBe(320);
  });

  async function sendMail(lines: string[]): Promise<void> {
    const socket = createConnection({ host: '127.0.0.1', port: sandbox.smtpPort ?? 0, timeout: patienceMs });
    const steps = [
      'HELO t',
      'MAIL FROM:<a@t.mn>',
      'RCPT TO:<bold@t.mn>',
      'DATA',
      `${lines.join('\r\n')}\r\n.`,
      'QUIT',
    ];
    // HELO, unlike EHLO, gets one-line answers, so one chunk is one answer.
    for await (const _answer of socket) {
      const step = steps.shift();
      if (step === undefined) socket.end();
      else socket.write(`${step}\r\n`);
    }
  }
});
