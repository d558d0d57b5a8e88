import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Bench, BOLD, etsi, openBench, SARNAI, signInByPush } from '../relying-party.ts';

const MUNKHBAT = 'ТА79041938';
const NO_DEVICE = 'АР96022582';
const REVOKED = 'ДА88052951';
const EXPIRED = 'ЗА75101667';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A new organisation for each test. */
let reg = '';
let made = 0;
beforeEach(() => {
  made += 1;
  reg = String(5_000_000 + made);
});

const link = (person: string, affiliates: object[]) =>
  bench.v3('POST', `/organization/representations/etsi/${etsi(person)}`, {
    orgRegister: reg,
    orgName: 'Алтан Гадас ХХК',
    affiliates,
  });
const chief = (regNo: string) => ({ regNo, role: 'Захирал', kind: 'CEO' });
const signersOf = (person: string, method = 'GET', more = '', body?: object): Promise<Answer> =>
  bench.v3(method, `/organization/signers/${reg}/etsi/${etsi(person)}${more}`, body);
const add = (person: string, signer: string) =>
  signersOf(person, 'POST', '', { signer: `PNOMN-${signer}`, role: 'Нягтлан' });
const remove = (person: string, signer: string) => signersOf(person, 'DELETE', `?signer=${etsi(signer)}`);
const statuses = async (person: string) =>
  (await signersOf(person)).body.signers.map(
    (signer: { regNo: string; rightType: string; status: string }) =>
      `${signer.regNo} ${signer.rightType} ${signer.status}`,
  );

describe('linking an organisation', () => {
  it.each([
    ['CEO', 200],
    ['FOUNDER', 200],
    ['STAKEHOLDER', 403],
  ])('a %s gets %i', async (kind, status) => {
    expect((await link(BOLD, [{ regNo: BOLD, kind }])).status).toBe(status);
  });

  it('rejects a person who is not an affiliate, and links nothing', async () => {
    expect((await link(BOLD, [chief(SARNAI)])).body.type).toBe('not_representative');
    expect((await signersOf(SARNAI)).status).toBe(403);
  });

  it('lists it with the administrator right', async () => {
    const { body } = await link(BOLD, [chief(BOLD)]);
    expect(body.representations.at(-1)).toMatchObject({
      orgEtsi: `NTRMN-${reg}`,
      orgRegister: reg,
      orgName: 'Алтан Гадас ХХК',
      role: 'Захирал',
      rightType: 'ADMIN',
    });
  });
});

describe('signers', () => {
  it('become active when the person confirms with PIN2, with the manager right only', async () => {
    await link(BOLD, [chief(BOLD)]);
    const { body } = await add(BOLD, SARNAI);
    const { sessionId } = body.pendingConfirmation;
    expect(await statuses(BOLD)).toEqual([`${BOLD} ADMIN ACTIVE`, `${SARNAI} MANAGER PENDING`]);
    expect((await signersOf(SARNAI)).status).toBe(403);

    const pin1 = await bench.control('POST', `/sessions/${sessionId}/approve`, { pin: '1234' });
    expect(pin1.body.type).toBe('wrong_pin');
    await bench.control('POST', `/sessions/${sessionId}/approve`, { pin: '12345' });
    expect(await statuses(SARNAI)).toEqual([`${BOLD} ADMIN ACTIVE`, `${SARNAI} MANAGER ACTIVE`]);
    expect((await add(SARNAI, MUNKHBAT)).status).toBe(403);
    expect((await remove(SARNAI, BOLD)).status).toBe(403);
  });

  it('are removed when the person rejects, and stay pending when the request expires', async () => {
    await link(BOLD, [chief(BOLD)]);
    const refused = (await add(BOLD, SARNAI)).body.pendingConfirmation.sessionId;
    const ranOut = (await add(BOLD, MUNKHBAT)).body.pendingConfirmation.sessionId;
    await bench.control('POST', `/sessions/${refused}/refuse`);
    await bench.control('POST', `/sessions/${ranOut}/timeout`);
    expect(await statuses(BOLD)).toEqual([`${BOLD} ADMIN ACTIVE`, `${MUNKHBAT} MANAGER PENDING`]);
  });

  it('asked again have one request on the phone, and none once removed', async () => {
    await link(BOLD, [chief(BOLD)]);
    const waiting = async () =>
      (await bench.control('GET', `/sessions?national_id=${encodeURIComponent(MUNKHBAT)}`)).body.items.map(
        (session: { id: string }) => session.id,
      );
    await add(BOLD, MUNKHBAT);
    const again = await signersOf(BOLD, 'POST', `/resend?signer=${etsi(MUNKHBAT)}`);
    expect(await waiting()).toEqual([again.body.pendingConfirmation.sessionId]);
    await remove(BOLD, MUNKHBAT);
    expect(await waiting()).toEqual([]);
  });

  it('are rejected as duplicates, without a device, unknown, or without a pending request', async () => {
    await link(BOLD, [chief(BOLD)]);
    expect((await add(BOLD, BOLD)).status).toBe(409);
    expect((await add(BOLD, NO_DEVICE)).status).toBe(404);
    expect((await add(BOLD, 'ӨӨ00000000')).status).toBe(404);
    expect((await remove(BOLD, SARNAI)).status).toBe(404);
    expect((await signersOf(BOLD, 'POST', `/resend?signer=${etsi(BOLD)}`)).status).toBe(409);
  });

  it('keep at least one administrator; a second one may leave', async () => {
    await link(BOLD, [chief(BOLD)]);
    expect((await remove(BOLD, BOLD)).body.type).toBe('last_admin');
    await link(SARNAI, [chief(BOLD), { regNo: SARNAI, kind: 'FOUNDER' }]);
    expect((await remove(BOLD, BOLD)).status).toBe(200);
    expect(await statuses(SARNAI)).toEqual([`${SARNAI} ADMIN ACTIVE`]);
  });
});

describe('unlinking', () => {
  it('by the last administrator ends the organisation for all signers', async () => {
    await link(BOLD, [chief(BOLD)]);
    const { sessionId } = (await add(BOLD, SARNAI)).body.pendingConfirmation;
    await bench.control('POST', `/sessions/${sessionId}/approve`, { pin: '12345' });
    const path = (person: string) => `/organization/representations/etsi/${etsi(person)}/${reg}`;
    expect((await bench.v3('DELETE', path(SARNAI))).status).toBe(403);
    expect((await bench.v3('DELETE', path(MUNKHBAT))).status).toBe(404);
    expect((await bench.v3('DELETE', path(BOLD))).status).toBe(200);
    expect((await signersOf(SARNAI)).status).toBe(403);
  });
});

describe('the activity of a person', () => {
  const read = (what: string, person: string, query = '') =>
    bench.v3('GET', `/${what}/etsi/${etsi(person)}${query}`);

  it.each([
    [BOLD, 'VALID'],
    [REVOKED, 'REVOKED'],
    [EXPIRED, 'EXPIRED'],
  ])('the certificates of %s are %s', async (person, status) => {
    const { certificates, counts } = (await read('person/certificates', person)).body;
    expect(certificates).toMatchObject([
      { type: 'AUTH', status },
      { type: 'SIGN', status },
    ]);
    expect(counts).toMatchObject({ [status.toLowerCase()]: 2, total: 2 });
  });

  it('is listed newest first and by page, long after polls lose the session', async () => {
    await signInByPush(bench, MUNKHBAT);
    const start = await bench.v3('POST', `/authentication/notification/etsi/${etsi(MUNKHBAT)}`, {
      ...(await signInByPush(bench, MUNKHBAT)).request,
    });
    expect((await read('rp/activity', MUNKHBAT)).body.sessions).not.toContainEqual(
      expect.objectContaining({ sessionId: start.body.sessionID }),
    );
    bench.advance(3600);
    const { body } = await read('rp/activity', MUNKHBAT);
    expect(body.sessions[0]).toMatchObject({
      sessionId: start.body.sessionID,
      outcome: 'TIMEOUT',
      flow: 'AUTHENTICATION',
    });
    expect(body.sessions.length).toBe(body.total);
    const second = await read('rp/activity', MUNKHBAT, '?limit=1&offset=1');
    expect(second.body.sessions).toEqual([body.sessions[1]]);
    expect((await read('rp/activity', MUNKHBAT, '?limit=101')).status).toBe(400);
  });

  it('is rejected for a relying party without the right, and for unknown people', async () => {
    expect((await read('person/summary', 'ӨӨ00000000')).status).toBe(404);
    expect((await read('person/devices', NO_DEVICE)).status).toBe(404);
    await bench.control('PUT', '/records/pki-read', { granted: false });
    for (const what of ['person/summary', 'person/certificates', 'person/devices', 'rp/activity'])
      expect((await read(what, BOLD)).body).toMatchObject({ status: 403, type: 'pki_read_not_granted' });
    await bench.control('PUT', '/records/pki-read', { granted: true });
    expect((await read('person/summary', BOLD)).status).toBe(200);
  });

  it('is rejected without the relying party secret', async () => {
    const answer = await bench.v3('GET', `/person/summary/etsi/${etsi(BOLD)}`, undefined, 'a guess');
    expect(answer.status).toBe(401);
  });
});

describe('representatives', () => {
  it('outlive a restart of the sandbox', async () => {
    await link(BOLD, [chief(BOLD)]);
    const again = await openBench({ dataDir: bench.dataDir });
    const listed = await again.v3('GET', `/organization/representations/etsi/${etsi(BOLD)}`);
    const numbers = listed.body.representations.map(
      ({ orgRegister }: { orgRegister: string }) => orgRegister,
    );
    expect(numbers).toContain(reg);
    await again.stop();
  });
});
