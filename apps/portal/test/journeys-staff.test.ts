// One journey per area in one language; every page in both languages and widths is in the long tests.
import type { Server } from 'node:http';
import type { ServiceForm } from '@tamga/client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startExample } from '../../../examples/web-openid-client/server.ts';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { certificate, createJourneys, type Journeys, paper } from './journeys.ts';
import { scanAndApprove } from './phone-page.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

const adminRole = 2;
const managerRole = 3;
const registrarRole = 300;
let stage: Stage;
let phone: Phone;
let open: Journeys['open'];
let send: Journeys['send'];
let apply: Journeys['apply'];

beforeAll(async () => {
  stage = await openStage({
    env: (origin) => ({
      GOV_DEMO_SEED: 'true',
      OAUTH_ISSUER: origin,
      SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
    }),
  });
  phone = createPhone(stage.world.sandbox);
  ({ open, send, apply } = createJourneys(stage));
  await stage.world.database.query(
    `insert into roles (id, key, name) values (${registrarRole}, 'journey_registrar', 'Registrar');
     insert into role_permissions values (${registrarRole}, 'registry.view'), (${registrarRole}, 'registry.manage')`,
  );
});
afterEach(() => stage.closeBrowsers());
afterAll(() => stage?.close());

/** A citizen who has filled in the form of the certificate and looks at it before sending. */
async function openReview(citizen: Citizen) {
  const home = await open(citizen, '/home');
  const { items } = await send(home.page, 'GET', '/catalog/services');
  const passport = items.find(({ code }: { code: string }) => code === certificate).id;
  const services = await send(home.page, 'GET', '/gov/services');
  const service = services.items.find(({ code }: { code: string }) => code === certificate).id;
  await send(home.page, 'PUT', `/gov/drafts/${service}`, {
    payload: { purpose: 'visa', language: 'en', phone: '99112233', declared: true },
    step: 'review',
    service_version: 1,
  });
  await send(home.page, 'POST', `/gov/drafts/${service}/files?name=letter.pdf&slot=application`, paper);
  await home.page.goto(`${stage.origin}/services/${passport}/apply?step=review`);
  await home.page.locator('[data-testid=apply-form][data-step=review]').waitFor();
  return home;
}

/** The next version of the certificate does not ask this question. */
async function removeQuestion(name: string): Promise<void> {
  const { query } = stage.world.database;
  const [row] = await query<{ form: ServiceForm }>('select form from registry_services where code = $1', [
    certificate,
  ]);
  if (row === undefined) throw new Error('the certificate has no passport');
  const { [name]: _removed, ...properties } = row.form.properties;
  const isOther = (each: string) => each !== name;
  const sections = row.form['x-sections']
    .map(({ fields, ...section }) => ({ ...section, fields: fields.filter(isOther) }))
    .filter(({ fields }) => fields.length > 0);
  const form = {
    ...row.form,
    properties,
    required: row.form.required?.filter(isOther),
    'x-sections': sections,
  };
  await query('update registry_services set form = $1 where code = $2', [JSON.stringify(form), certificate]);
}

it('an officer takes a case by the keyboard and grants it', async () => {
  const application = await apply(await phone.citizen(/^ordinary/, 1));
  await application.context.close();

  const { page, traffic } = await open(await phone.citizen(/^ordinary/, 2), '/officer', managerRole);
  await page.getByTestId('row').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${stage.origin}/officer?case=${application.id}`);
  const status = (wanted: string) =>
    page.locator(`[data-testid=case-status][data-status=${wanted}]`).waitFor();
  await status('registered');
  await page.getByTestId('timeline').waitFor();
  const heading = page.getByTestId('detail').locator('h2');
  await heading.focus();
  await page.keyboard.press('a');
  await status('in_review');
  await page.getByTestId('do-approve').waitFor();
  await heading.focus();
  await page.keyboard.press('y');
  await page.keyboard.press('Control+Enter');
  await status('completed');
  expect(traffic.problems).toEqual([]);
});

it('a registrar publishes a passport, and who fills in the form sees what changed before sending', async () => {
  const home = await openReview(await phone.citizen(/^ordinary/, 4));
  await expect.poll(() => home.page.getByTestId('apply-form').textContent()).toContain('99112233');
  await removeQuestion('phone');
  const { page, traffic } = await open(await phone.citizen(/^ordinary/, 3), '/registry', registrarRole);
  await page.getByTestId('registry-services').click();
  await page.getByTestId('filter-q').fill('criminal');
  await page.getByTestId('row').first().click();
  await page.getByTestId('field-fee').fill('700');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByTestId('save').click();
  await page.getByTestId('republish').waitFor();
  await page.getByTestId('publish').click();
  await page.getByTestId('change-note').fill('Another fee from now on');
  await page.getByTestId('publish-action').click();
  await page.getByTestId('publish-dialog').waitFor({ state: 'detached' });
  const { items } = await send(page, 'GET', '/catalog/services');
  expect(items.find(({ code }: { code: string }) => code === certificate)).toMatchObject({
    fee: 700,
    version: 2,
  });

  await home.page.getByTestId('next').click();
  const changed = home.page.getByTestId('service-changed');
  await expect.poll(() => changed.textContent()).toContain('Now: MNT\u00a0700.');
  await expect.poll(() => home.page.getByTestId('set-aside').textContent()).toContain('99112233');
  expect(await findBarriers(home.page)).toEqual([]);
  await home.page.reload();
  await expect.poll(() => home.page.getByTestId('set-aside').textContent()).toContain('99112233');
  await home.page.getByTestId('next').click();
  await expect.poll(() => home.page.getByTestId('receipt').textContent()).toContain('MNT\u00a0700');
  expect(home.traffic.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  expect(traffic.problems).toEqual([]);
});

it('an administrator makes a person a manager after the person confirmed with PIN2', async () => {
  const person = await phone.citizen(/^ordinary/, 4);
  await (await open(person, '/home')).context.close();
  const { page, traffic } = await open(
    await phone.citizen(/^ordinary/, 5),
    '/administration/users',
    adminRole,
  );
  await page.getByText(person.given_name, { exact: false }).first().click();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByTestId('new-role').selectOption(String(managerRole));
  await page.getByTestId('change-role').click();
  await page.getByTestId('approval').waitFor();
  await phone.approve(person, person.pin2);
  await page.locator('[data-testid=role-form][data-step=done]').waitFor();
  expect(traffic.problems).toEqual([]);
});

it('an application of another site signs a person in with login and consent, and signs them out', async () => {
  const citizen = await phone.citizen(/^ordinary/, 6);
  const office = await open(await phone.citizen(/^ordinary/, 7), '/home', adminRole);
  const [port = 0] = await findFreePorts(1);
  const registered = await send(office.page, 'POST', '/applications', {
    name: 'Example shop',
    app_type: 'web',
    redirect_uris: [`http://localhost:${port}/callback`],
  });
  const client = { clientId: registered.id, clientSecret: registered.secret };
  const { origin: site, server } = await startExample({ issuer: stage.origin, port, ...client });
  try {
    const { page, traffic } = await stage.openBrowser();
    await page.goto(site);
    await page.getByText('Sign in with Tamga').click();
    await page.getByRole('heading', { name: 'Sign in to “Example shop”' }).waitFor();
    await page.getByTestId('qr').waitFor();
    await scanAndApprove(page, phone, citizen);
    await page.getByTestId('oauth-consent').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('allow').click();
    await expect.poll(() => page.locator('#name').textContent()).toContain(citizen.given_name);
    await page.getByText('Sign out').click();
    await page.getByTestId('confirm-logout').click();
    await page.locator('#nobody').waitFor();
    await page.goto(`${stage.origin}/developers`);
    await page.getByRole('heading', { level: 1, name: 'For developers' }).waitFor();
    expect(traffic.problems).toEqual([]);
  } finally {
    close(server);
  }
});

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
