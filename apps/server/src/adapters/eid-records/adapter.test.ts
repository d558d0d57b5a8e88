import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import { type EidRecordsPort, RecordsError } from '../../modules/eid-console/records-port.ts';
import { createEidRecords } from './index.ts';

const BOLD = 'УБ85031512';
const SECRET = 'a secret for tests';

let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let seen: { method: string | undefined; url: string | undefined; secret: string | undefined }[];
let nowMs = 0;
let records: EidRecordsPort;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, secret: request.headers.authorization });
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  records = open();
});

const open = (timeoutMs?: number) =>
  createEidRecords({
    baseUrl: base,
    rpSecret: SECRET,
    breaker: createCircuitBreaker(() => new Date(nowMs)),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
const say = (status: number, body: string, headers: Record<string, string> = {}) => {
  answer = (_request, response) => void response.writeHead(status, headers).end(body);
};
const signal = () => new AbortController().signal;
const failureOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RecordsError)) throw new Error('the call did not fail as it should');
  expect(error.message).not.toMatch(/УБ|%D0|secret/);
  return error.failure;
};
const devices = { devices: [], activeCount: 0, total: 0 };

describe('the records of the eID provider', () => {
  it('are requested by ETSI id, with the secret', async () => {
    say(200, JSON.stringify({ signers: [] }));
    await records.removeSigner(BOLD, '6000001', `PNOMN-${BOLD}`);
    const etsi = encodeURIComponent(`PNOMN-${BOLD}`);
    expect(seen).toEqual([
      {
        method: 'DELETE',
        url: `/v3/organization/signers/6000001/etsi/${etsi}?signer=${etsi}`,
        secret: `Bearer ${SECRET}`,
      },
    ]);
  });

  it.each([
    [400, 'failed'],
    [401, 'failed'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'unavailable'],
  ])('status %i is %s', async (status, failure) => {
    say(status, JSON.stringify({ detail: `${BOLD} is not known` }));
    expect(await failureOf(records.devices(BOLD, signal()))).toBe(failure);
  });

  it.each([
    ['no JSON', 'сайн уу'],
    ['nothing', ''],
    ['another shape', '[]'],
    ['a negative count', JSON.stringify({ ...devices, total: -1 })],
    ['an unknown word', JSON.stringify({ ...devices, devices: [{ documentNumber: 'x', active: 'yes' }] })],
    [
      'too long a text',
      JSON.stringify({ ...devices, devices: [{ documentNumber: 'x'.repeat(129), active: true }] }),
    ],
    ['more than 256 KiB', JSON.stringify({ ...devices, more: 'x'.repeat(300_000) })],
  ])('%s is rejected as an answer', async (_what, body) => {
    say(200, body);
    expect(await failureOf(records.devices(BOLD, signal()))).toBe('failed');
  });

  it('are not fetched through a redirect', async () => {
    say(302, '', { location: '/elsewhere' });
    expect(await failureOf(records.devices(BOLD, signal()))).toBe('failed');
    expect(seen.length).toBe(1);
  });

  it('time out', async () => {
    answer = () => undefined;
    expect(await failureOf(open(50).devices(BOLD, signal()))).toBe('unavailable');
    answer = (_request, response) => void response.writeHead(200).write('{');
    expect(await failureOf(open(50).devices(BOLD, signal()))).toBe('unavailable');
  });

  it('are not awaited when the caller has left', async () => {
    const gone = new AbortController();
    answer = () => gone.abort();
    expect(await failureOf(records.devices(BOLD, gone.signal))).toBe('unavailable');
  });

  it('open the circuit breaker after five failures, and are tried again after the pause', async () => {
    say(500, '');
    for (let tries = 0; tries < 5; tries += 1) await failureOf(records.devices(BOLD, signal()));
    expect(await failureOf(records.devices(BOLD, signal()))).toBe('unavailable');
    expect(seen.length).toBe(5);
    nowMs += 10_000;
    say(200, JSON.stringify(devices));
    expect(await records.devices(BOLD, signal())).toEqual(devices);
  });
});
