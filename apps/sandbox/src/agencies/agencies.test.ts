import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CITIZENS } from '../citizens.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { isSigned, signMessage } from './message.ts';

const secret = 'a secret of this test';
const dataDir = mkdtempSync(join(tmpdir(), 'tamga-agencies-'));
let sandbox: Sandbox;
let platform: Server;
/** Resolves with the next message that the platform gets. */
let next: PromiseWithResolvers<{ headers: IncomingHttpHeaders; body: Buffer }>;

beforeAll(async () => {
  platform = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.end('{}');
    next.resolve({ headers: request.headers, body: Buffer.concat(parts) });
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    environment: 'test',
    rpUuid: '00000000-0000-4000-8000-000000000001',
    rpName: 'Test',
    rpSecret: secret,
    smtpPort: null,
    platformUrl: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  await sandbox.close();
  platform.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  next = Promise.withResolvers();
});

const [bold, other] = CITIZENS;
const question = JSON.stringify({
  event: 'dispatched',
  assignment_id: '6f1c0c1e-0000-4000-8000-000000000001',
  service_code: 'WS100107_getCitizenMarriageInfo',
  payload: { subject: { civil_id: bold?.civilId } },
});
const ask = (body = question, signature = signMessage(secret, body)) =>
  fetch(`${sandbox.url}/agencies/civil-records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-relay-source': 'self',
      'x-relay-id': 'm1',
      'x-relay-signature': signature,
    },
    body,
  });
const behave = async (mode: string, code = 'civil-records') =>
  (
    await fetch(`${sandbox.url}/control/agencies/${code}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    })
  ).status;
const answered = async () => {
  const { headers, body } = await next.promise;
  return {
    isGenuine: isSigned(secret, body, String(headers['x-relay-signature'])),
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    message: JSON.parse(body.toString('utf8')) as any,
  };
};

describe('an agency of the sandbox', () => {
  it('takes a signed question with a receipt, and answers about that person', async () => {
    await behave('answer');
    const taken = await ask();
    expect(taken.status).toBe(202);
    const [header = '', content = '', signature = ''] = (taken.headers.get('x-relay-receipt') ?? '').split(
      '.',
    );
    const { keys } = (await (await fetch(`${sandbox.url}/.well-known/relay-keys.json`)).json()) as {
      keys: Record<string, string>[];
    };
    const key = createPublicKey({ key: keys[0] as never, format: 'jwk' });
    expect(verify(null, Buffer.from(`${header}.${content}`), key, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    expect(JSON.parse(Buffer.from(content, 'base64url').toString('utf8'))).toMatchObject({
      iss: 'civil-records',
      aud: 'self',
      message_id: 'm1',
      digest: createHash('sha256').update(question).digest('hex'),
    });
    const { isGenuine, message } = await answered();
    expect(isGenuine).toBe(true);
    expect(message).toMatchObject({ event: 'responded', source_code: 'civil-records', status: 'done' });
    expect(message.result.subject).toEqual({ civil_id: bold?.civilId });
    expect(message.result.facts).toContainEqual({
      name: { mn: 'Гэрлэлтийн байдал', en: 'Marital status' },
      value: { mn: 'Гэрлэсэн', en: 'Married' },
    });
  });

  it('refuses a question that is not signed, and agencies or modes that do not exist', async () => {
    expect((await ask(question, signMessage('another', question))).status).toBe(401);
    expect(await behave('answer', 'nobody')).toBe(404);
    expect(await behave('maybe')).toBe(400);
  });

  it('answers wrongly, late or not at all when it is told to', async () => {
    await behave('bad_signature');
    await ask();
    expect((await answered()).isGenuine).toBe(false);
    next = Promise.withResolvers();
    await behave('other_person');
    await ask();
    expect((await answered()).message.result.subject.civil_id).toBe(other?.civilId);
    next = Promise.withResolvers();
    await behave('refuse');
    await ask();
    expect((await answered()).message.status).toBe('rejected');
    await behave('error');
    expect((await ask()).status).toBe(500);
    next = Promise.withResolvers();
    await behave('never');
    await ask();
    await behave('late');
    await ask();
    await fetch(`${sandbox.url}/control/agencies/civil-records/release`, { method: 'POST' });
    expect((await answered()).message.result.subject.civil_id).toBe(bold?.civilId);
  });
});
