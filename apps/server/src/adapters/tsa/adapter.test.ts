import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AddressGuard, createAddressGuard } from '../../kernel/security/address-guard.ts';
import { openStage, type Stage } from '../../modules/signing/pades/test/stage.ts';
import type { TimestampError } from '../../modules/signing/timestamp-port.ts';
import { createTsaAdapter } from './index.ts';

let stage: Stage;
let server: Server;
let answer: (path: string) => { status: number; headers?: Record<string, string>; body?: Uint8Array };
let base: string;
const asked: { path: string; authorization: string | undefined }[] = [];

beforeAll(async () => {
  stage = await openStage();
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization });
    request.resume().on('end', () => {
      const { status, headers = {}, body = Buffer.alloc(0) } = answer(request.url ?? '');
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  server.close();
  await stage.close();
});

const imprint = { digest: 'SHA-256' as const, value: Buffer.alloc(32, 1) };

function failureOf(url: string, guard?: AddressGuard<'revocation'>): Promise<string> {
  const { trust, now } = stage.ports();
  const tsa = createTsaAdapter({ url, trust, now, ...(guard ? { guard } : {}) });
  return tsa.timestamp(imprint).then(
    () => 'accepted',
    (error: TimestampError) => error.failure,
  );
}

describe('a timestamp authority', () => {
  it('is not followed elsewhere', async () => {
    answer = () => ({ status: 302, headers: { location: `${stage.url}/tsa` } });
    expect(await failureOf(`http://${base}/`)).toBe('unavailable');
    expect(asked).toHaveLength(1);
  });

  it('that answers without end or with nonsense is refused', async () => {
    answer = () => ({ status: 200, body: Buffer.alloc(10_000_000) });
    expect(await failureOf(`http://${base}/`)).toBe('unavailable');
    answer = () => ({ status: 200, body: Buffer.from('nonsense') });
    expect(await failureOf(`http://${base}/`)).toBe('invalid');
  });

  it('gets the user name and password of its address', async () => {
    answer = () => ({ status: 401 });
    expect(await failureOf(`http://tamga:p%40ss@${base}/tsa`)).toBe('unavailable');
    expect(asked).toEqual([
      { path: '/tsa', authorization: `Basic ${Buffer.from('tamga:p@ss').toString('base64')}` },
    ]);
  });

  it('inside our own network is not called when the operator forbids it', async () => {
    answer = () => ({ status: 200 });
    expect(await failureOf(`http://${base}/`, createAddressGuard('revocation', []))).toBe('unavailable');
    expect(
      await failureOf(`http://localhost:${base.split(':')[1]}/`, createAddressGuard('revocation', [])),
    ).toBe('unavailable');
    expect(asked).toEqual([]);
  });

  it('that failed repeatedly is left alone for a while', async () => {
    answer = () => ({ status: 503 });
    const { trust, now } = stage.ports();
    const tsa = createTsaAdapter({ url: `http://${base}/`, trust, now });
    for (let call = 0; call < 30; call += 1) await tsa.timestamp(imprint).catch(() => undefined);
    expect(asked.length).toBeLessThan(30);
  });
});
