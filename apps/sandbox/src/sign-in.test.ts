import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authRequest,
  type Bench,
  BOLD,
  buildLink,
  etsi,
  openBench,
  readCertificate,
  SARNAI,
  signInByPush,
  verifyAuthentication,
} from './relying-party.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const ANONYMOUS = '/authentication/device-link/anonymous';

describe('sign-in by QR', () => {
  it('leads from a scan to a signature that an independent verifier accepts', async () => {
    const request = authRequest();
    const { status, body: start } = await bench.v3('POST', ANONYMOUS, request);
    expect(status).toBe(200);
    expect(Buffer.from(start.sessionSecret, 'base64')).toHaveLength(32);

    const held = bench.poll(start.sessionID, 60_000);
    const scan = await bench.control('POST', '/scan', {
      qr: buildLink(start, request, {}),
      national_id: BOLD,
    });
    expect(scan.body).toMatchObject({
      id: start.sessionID,
      kind: 'auth',
      national_id: BOLD,
      state: 'RUNNING',
      device_seen: true,
      flow_type: 'QR',
      relying_party: 'Tamga',
      text: 'Тамга: нэвтрэх',
      verification_code: start.vc.value,
      callback_url: null,
    });
    expect((await held).body).toEqual({ state: 'RUNNING', deviceSeen: true });

    const second = bench.poll(start.sessionID, 60_000);
    const approval = await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '1234' });
    expect(approval.body).toMatchObject({ state: 'COMPLETE', end_result: 'OK', return_url: null });

    const { body: result } = await second;
    expect(result).toMatchObject({
      state: 'COMPLETE',
      result: { endResult: 'OK', documentNumber: 'PNOMN-101485031512-DOBO-Q' },
      cert: { certificateLevel: 'QUALIFIED' },
      person: {
        givenName: 'Болд',
        surname: 'Дорж',
        givenNameEn: 'Bold',
        surnameEn: 'Dorj',
        civilId: '101485031512',
        regNo: BOLD,
      },
      signature: { flowType: 'QR', signatureAlgorithm: 'ecdsa' },
      interactionTypeUsed: 'displayTextAndPIN',
    });
    expect(Buffer.from(result.signature.value, 'base64')).toHaveLength(64);
    expect(verifyAuthentication(request, result)).toBe(true);
    expect(verifyAuthentication(authRequest(), result)).toBe(false);
    expect(readCertificate(result).subject.split('\n')).toEqual([
      'C=MN',
      'SN=Dorj',
      'GN=Bold',
      'serialNumber=CI:MN-101485031512',
      'CN=DORJ\\,BOLD',
    ]);
  });

  it('shows the verification code of the challenge', async () => {
    const request = authRequest();
    const { body: start } = await bench.v3('POST', ANONYMOUS, request);
    const challenge = Buffer.from(request.signatureProtocolParameters.rpChallenge, 'base64');
    const tail = createHash('sha256').update(challenge).digest().subarray(-2);
    const code = String((((tail[0] ?? 0) << 8) | (tail[1] ?? 0)) % 10_000).padStart(4, '0');
    expect(start.vc).toEqual({ type: 'numeric4', value: code });
  });

  it('accepts a QR up to 20 seconds off and rejects an older one as stale', async () => {
    const request = authRequest();
    const { body: start } = await bench.v3('POST', ANONYMOUS, request);
    const scan = (elapsedSeconds: number) =>
      bench.control('POST', '/scan', {
        qr: buildLink(start, request, { elapsedSeconds }),
        national_id: BOLD,
      });
    bench.advance(25);
    expect((await scan(0)).body).toMatchObject({ status: 400, type: 'stale_link' });
    expect((await scan(50)).body).toMatchObject({ status: 400, type: 'stale_link' });
    expect((await scan(10)).status).toBe(200);
  });

  it('rejects a modified link', async () => {
    const request = authRequest();
    const { body: start } = await bench.v3('POST', ANONYMOUS, request);
    const link = buildLink(start, request, { elapsedSeconds: 3 });
    const forged = [
      link.replace('elapsedSeconds=3', 'elapsedSeconds=4'),
      link.replace('lang=mon', 'lang=eng'),
      link.replace('deviceLinkType=QR&elapsedSeconds=3', 'deviceLinkType=Web2App'),
      `${link}A`,
      link.slice(0, -1),
      link.replace('&version=1.0&lang=mon', '&lang=mon&version=1.0'),
      link.replace(start.deviceLinkBase, 'http://elsewhere.example/link'),
      buildLink(start, request, { sessionType: 'sign' }),
      buildLink({ ...start, sessionSecret: Buffer.alloc(32).toString('base64') }, request, {}),
      'https://example.org/',
    ];
    for (const qr of forged) {
      const { body } = await bench.control('POST', '/scan', { qr, national_id: BOLD });
      expect(body, qr).toMatchObject({ status: 400, type: 'bad_link' });
    }
    expect((await bench.control('POST', '/scan', { qr: link, national_id: BOLD })).status).toBe(200);
  });

  it('binds a session to the first person who scans', async () => {
    const request = authRequest();
    const { body: start } = await bench.v3('POST', ANONYMOUS, request);
    const qr = buildLink(start, request, {});
    expect((await bench.control('POST', '/scan', { qr, national_id: BOLD })).status).toBe(200);
    expect((await bench.control('POST', '/scan', { qr, national_id: BOLD })).status).toBe(200);
    const other = await bench.control('POST', '/scan', { qr, national_id: SARNAI });
    expect(other.body).toMatchObject({ status: 409, type: 'taken' });
  });

  it('binds a session started for one person to that person, without a push', async () => {
    const request = authRequest();
    const { body: start } = await bench.v3('POST', `/authentication/device-link/etsi/${etsi(BOLD)}`, request);
    const pending = await bench.control('GET', `/sessions?national_id=${encodeURIComponent(BOLD)}`);
    expect(pending.body.items.map(({ id }: { id: string }) => id)).not.toContain(start.sessionID);
    const qr = buildLink(start, request, {});
    expect((await bench.control('POST', '/scan', { qr, national_id: SARNAI })).status).toBe(409);
    expect((await bench.control('POST', '/scan', { qr, national_id: BOLD })).status).toBe(200);
  });

  it('cannot be approved before a scan, nor scanned after its end', async () => {
    const request = authRequest();
    const { body: start } = await bench.v3('POST', ANONYMOUS, request);
    const early = await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '1234' });
    expect(early.body).toMatchObject({ status: 409, type: 'not_taken_up' });
    await bench.control('POST', `/sessions/${start.sessionID}/refuse`);
    const late = await bench.control('POST', '/scan', {
      qr: buildLink(start, request, {}),
      national_id: BOLD,
    });
    expect(late.body).toMatchObject({ status: 409, type: 'not_pending' });
  });
});

describe('sign-in on the same device', () => {
  it.each(['Web2App', 'App2App'])(
    'returns from %s with a verifier that matches what was signed',
    async (type) => {
      const request = authRequest({ initialCallbackUrl: 'http://localhost:9/back?flow=1' });
      const { body: start } = await bench.v3('POST', ANONYMOUS, request);
      await bench.control('POST', '/scan', { qr: buildLink(start, request, { type }), national_id: BOLD });
      const approval = await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '1234' });
      const { body: result } = await bench.poll(start.sessionID);
      expect(verifyAuthentication(request, result)).toBe(true);
      expect(result.signature).toMatchObject({
        flowType: type,
        initialCallbackUrl: 'http://localhost:9/back?flow=1',
      });

      const returned = new URL(approval.body.return_url);
      expect(returned.searchParams.get('flow')).toBe('1');
      const verifier = returned.searchParams.get('userChallengeVerifier') ?? '';
      expect(createHash('sha256').update(verifier).digest('base64url')).toBe(result.signature.userChallenge);
      expect(returned.searchParams.get('sessionSecretDigest')).toBe(
        createHash('sha256').update(Buffer.from(start.sessionSecret, 'base64')).digest('base64url'),
      );
    },
  );

  it('gives no verifier to a phone that scanned the QR of a session with a return address', async () => {
    const request = authRequest({ initialCallbackUrl: 'http://localhost:9/back' });
    const { body: start } = await bench.v3('POST', ANONYMOUS, request);
    await bench.control('POST', '/scan', { qr: buildLink(start, request, {}), national_id: BOLD });
    const approval = await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '1234' });
    expect(approval.body.return_url).toBeNull();
  });

  it('returns a person who rejected without a verifier', async () => {
    const request = authRequest({ initialCallbackUrl: 'http://localhost:9/back' });
    const { body: start } = await bench.v3('POST', ANONYMOUS, request);
    await bench.control('POST', '/scan', {
      qr: buildLink(start, request, { type: 'Web2App' }),
      national_id: BOLD,
    });
    const refusal = await bench.control('POST', `/sessions/${start.sessionID}/refuse`);
    const returned = new URL(refusal.body.return_url);
    expect(returned.searchParams.has('userChallengeVerifier')).toBe(false);
    expect(returned.searchParams.has('sessionSecretDigest')).toBe(true);
  });
});

describe('sign-in by push', () => {
  it('reaches the person named by register number', async () => {
    const { request, result } = await signInByPush(bench, SARNAI);
    expect(result).toMatchObject({ person: { regNo: SARNAI }, signature: { flowType: 'Notification' } });
    expect(verifyAuthentication(request, result)).toBe(true);
  });

  it('reaches the person named by document, and lists the session as theirs', async () => {
    const request = authRequest();
    const path = '/authentication/notification/document/PNOMN-101490072324-BASA-Q';
    const { body: start } = await bench.v3('POST', path, request);
    expect(start.sessionSecret).toBeUndefined();
    const { body } = await bench.control('GET', `/sessions?national_id=${encodeURIComponent(SARNAI)}`);
    expect(body.items).toMatchObject([
      { id: start.sessionID, flow_type: 'Notification', device_seen: false },
    ]);
    await bench.control('POST', `/sessions/${start.sessionID}/approve`, { pin: '1234' });
    expect(verifyAuthentication(request, (await bench.poll(start.sessionID)).body)).toBe(true);
  });

  it('gives the same answer for a person without a device and for an unknown number', async () => {
    const start = (nationalId: string) =>
      bench.v3('POST', `/authentication/notification/etsi/${etsi(nationalId)}`, authRequest());
    const withoutDevice = await start('АР96022582');
    expect(withoutDevice.status).toBe(404);
    expect(await start('ЯЯ00000000')).toEqual(withoutDevice);
  });

  it('hides the register number from the public relying party', async () => {
    const { request, result } = await signInByPush(bench, BOLD, {
      relyingPartyUUID: '00000000-0000-4000-8000-000000000002',
    });
    expect(verifyAuthentication(request, result)).toBe(true);
    expect(result.person.civilId).toBe('101485031512');
    expect(JSON.stringify(result)).not.toContain(BOLD);
  });
});

describe('the end of a session', () => {
  it('is reported to a held poll, without personal data', async () => {
    const endings = [
      ['refuse', undefined, 'USER_REFUSED'],
      ['refuse', { end_result: 'WRONG_VC' }, 'WRONG_VC'],
      ['timeout', undefined, 'TIMEOUT'],
    ] as const;
    for (const [action, body, endResult] of endings) {
      const { body: start } = await bench.v3('POST', ANONYMOUS, authRequest());
      const held = bench.poll(start.sessionID, 60_000);
      await bench.control('POST', `/sessions/${start.sessionID}/${action}`, body);
      expect((await held).body).toEqual({ state: 'COMPLETE', result: { endResult } });
    }
  });

  it('comes with expiry, and stays readable for ten minutes more', async () => {
    const { body: start } = await bench.v3('POST', ANONYMOUS, authRequest());
    bench.advance(121);
    expect((await bench.poll(start.sessionID)).body).toEqual({
      state: 'COMPLETE',
      result: { endResult: 'TIMEOUT' },
    });
    bench.advance(590);
    expect((await bench.poll(start.sessionID)).status).toBe(200);
    bench.advance(20);
    expect((await bench.poll(start.sessionID)).status).toBe(404);
  });
});

describe('a malformed or unauthorised call', () => {
  it('is rejected with problem details', async () => {
    const wrongSecret = await bench.v3('POST', ANONYMOUS, authRequest(), 'wrong');
    expect(wrongSecret.status).toBe(401);
    expect(wrongSecret.type).toContain('application/problem+json');
    expect(wrongSecret.body).toMatchObject({
      status: 401,
      title: expect.any(String),
      detail: expect.any(String),
    });
    expect((await bench.v3('GET', '/session/none', undefined, '')).status).toBe(401);

    const refused: [Record<string, unknown>, number][] = [
      [{ relyingPartyUUID: '7d1c2a50-0000-4c0e-9a53-1f1a2b3c4d5e' }, 401],
      [{ relyingPartyName: 'Somebody' }, 401],
      [{ certificateLevel: 'BEST' }, 400],
      [{ signatureProtocol: 'RAW_DIGEST_SIGNATURE' }, 400],
      [{ interactions: Buffer.from('[]').toString('base64') }, 400],
      [{ interactions: '[{}]' }, 400],
      [{ initialCallbackUrl: 'javascript:alert(1)' }, 400],
      [{ initialCallbackUrl: 'https://example.org/a|b' }, 400],
      [{ signatureProtocolParameters: { rpChallenge: 'AAAA' } }, 400],
      [{ surprise: 1 }, 400],
    ];
    for (const [change, status] of refused) {
      const answer = await bench.v3('POST', ANONYMOUS, authRequest(change));
      expect(answer.body, JSON.stringify(change)).toMatchObject({ status });
    }
    expect((await bench.v3('POST', '/authentication/notification/etsi/PNOEE-1', authRequest())).status).toBe(
      400,
    );
    const { body: start } = await bench.v3('POST', ANONYMOUS, authRequest());
    for (const ms of ['999', '120001', 'soon']) {
      expect((await bench.v3('GET', `/session/${start.sessionID}?timeoutMs=${ms}`)).status).toBe(400);
    }
    expect((await bench.v3('GET', '/no-such-call')).status).toBe(404);
  });
});
