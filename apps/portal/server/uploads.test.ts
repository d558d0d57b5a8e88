import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../server/test/until.ts';
import { fail, startTestBackend, succeed, type TestBackend } from './test-backend.ts';
import { call, openBrowser, signIn, startTestPortal, type TestPortal } from './test-browser.ts';

interface Arriving {
  raw: IncomingMessage;
  response: ServerResponse;
  bytes: number;
}

let backend: TestBackend;
let portal: TestPortal;
let arriving: Arriving | undefined;
let clockMs = Date.now();
const file = Buffer.from('0123456789'.repeat(100));

beforeAll(async () => {
  backend = await startTestBackend((seen, response, raw) => {
    if (seen.url.startsWith('/api/v1/slow')) {
      const upload = { raw, response, bytes: 0 };
      arriving = upload;
      raw.on('data', (part: Buffer) => {
        upload.bytes += part.length;
      });
      return true;
    }
    if (seen.url.startsWith('/api/v1/full')) {
      fail(response, 400, 'quota_exceeded');
      return true;
    }
    if (seen.url.startsWith('/api/v1/gspace/download')) {
      const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(seen.headers.range ?? '') ?? [];
      response.writeHead(206, {
        'content-type': 'application/octet-stream',
        'content-range': `bytes ${from}-${to}/${file.length}`,
        etag: '"tag"',
      });
      response.end(file.subarray(Number(from), Number(to) + 1));
      return true;
    }
    return false;
  });
});
afterAll(() => backend.close());
beforeEach(async () => {
  arriving = undefined;
  portal = await startTestPortal(backend.url);
});
afterEach(() => portal.close());

/** Allows a call far less than the uploads below take: only the portal's clock limits them. */
async function hurry(): Promise<void> {
  await portal.close();
  portal = await startTestPortal(backend.url, { now: () => new Date(clockMs), timeouts: { callMs: 100 } });
}

const closeOf = (upload: Arriving | undefined) =>
  new Promise<void>((resolve) => upload?.raw.on('error', () => undefined).once('close', resolve));
const multipart = 'multipart/form-data; boundary=b';
const part = Buffer.alloc(300_000, 'x');
function begin(path: string, type = multipart, announced?: number): ClientRequest {
  const sent = request(`${portal.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer x',
      'content-type': type,
      ...(announced === undefined ? {} : { 'content-length': announced }),
    },
  });
  sent.on('error', () => undefined);
  return sent;
}
const statusOf = async (sent: ClientRequest) => {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
};

describe('an upload through the portal', () => {
  it.each([multipart, 'application/octet-stream'])(
    'of %s is streamed as it arrives, and may take longer than a call',
    async (type) => {
      await hurry();
      const begunMs = performance.now();
      const sent = begin('/slow', type);
      const answered = statusOf(sent);
      for (let at = 1; at <= 5; at += 1) {
        sent.write(part);
        await until(() => arriving?.bytes === at * part.length);
        clockMs += 90;
      }
      await until(() => performance.now() - begunMs > 300);
      sent.end();
      await until(() => arriving?.raw.complete === true);
      succeed(arriving?.response as ServerResponse, {});
      expect(await answered).toBe(200);
    },
  );

  it('carries the session of a page', async () => {
    const own = openBrowser(portal.url);
    await signIn(own, backend.approve);
    const body = Buffer.concat([Buffer.from('--b\r\n'), Buffer.alloc(3 * 1024 * 1024, 'x')]);
    const sent = await own.call('/api/v1/private/x', {
      method: 'POST',
      body,
      headers: { 'content-type': multipart },
    });
    expect([sent.status, backend.seen.at(-1)?.body.length]).toEqual([200, body.length]);
  });

  it('that is cancelled ends at the backend too', async () => {
    const sent = begin('/slow', multipart, 1_000_000);
    sent.write(part);
    await until(() => arriving?.bytes === part.length);
    const ended = closeOf(arriving);
    sent.destroy();
    await ended;
    expect(arriving?.raw.complete).toBe(false);
  });

  it('is cut when it does not move, and ends at the backend too', async () => {
    await hurry();
    const sent = begin('/slow', multipart, 1_000_000);
    const answered = statusOf(sent);
    sent.write(part);
    await until(() => arriving?.bytes === part.length);
    const ended = closeOf(arriving);
    await until(() => {
      clockMs += 40;
      return sent.destroyed;
    });
    expect(await answered).toBe(408);
    await ended;
  });

  it('brings the refusal of the backend while the page still sends', async () => {
    const sent = begin('/full');
    const answered = statusOf(sent);
    sent.write(part);
    expect(await answered).toBe(400);
    sent.destroy();
  });
});

describe('other bodies', () => {
  it('end after the time of a call, however steadily they move', async () => {
    await hurry();
    const sent = begin('/slow', 'application/json');
    const answered = statusOf(sent);
    sent.write('{');
    await until(() => arriving?.bytes === 1);
    clockMs += 60;
    sent.write(' ');
    await until(() => arriving?.bytes === 2);
    clockMs += 60;
    expect([408, 502, 504]).toContain(await answered);
  });

  it('of a small file in JSON may have four mebibytes', async () => {
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    const send = (bytes: number, path = '/gspace/upload') =>
      call(`${portal.url}/api/v1${path}`, {
        method: 'POST',
        headers,
        body: Buffer.alloc(bytes, ' '),
      });
    const limit = 4 * 1024 * 1024;
    expect((await send(limit)).status).toBe(200);
    expect((await send(limit + 1)).status).toBe(413);
    expect((await send(limit, '/gspace/other')).status).toBe(413);
  });
});

describe('a download through the portal', () => {
  it('passes ranges and their tags, and may be opened as a link of our page', async () => {
    const own = openBrowser(portal.url);
    await signIn(own, backend.approve);
    const got = await own.call('/api/v1/gspace/download?name=a', {
      headers: { range: 'bytes=10-19', 'sec-fetch-mode': 'navigate' },
    });
    expect([got.status, got.text]).toEqual([206, '0123456789']);
    expect(got.headers).toMatchObject({ 'content-range': 'bytes 10-19/1000', etag: '"tag"' });
    const foreign = await own.callBare('/api/v1/gspace/download?name=a', {
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
  });
});
