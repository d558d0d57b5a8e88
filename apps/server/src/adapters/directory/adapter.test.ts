import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryAdapter } from './index.ts';

let upstream: Server;
let answer: RequestListener;
let baseUrl: string;

beforeAll(async () => {
  upstream = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/core/`;
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

const adapter = (timeoutMs?: number) =>
  createDirectoryAdapter({ baseUrl, token: 't0ken', ...(timeoutMs === undefined ? {} : { timeoutMs }) });
const say = (body: unknown, status = 200) => {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', location: `${baseUrl}elsewhere` });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};
const refusal = (kind: string) => ({ name: 'DirectoryError', kind });

describe('the directory adapter', () => {
  it('sends both calls with its token', async () => {
    const seen: unknown[] = [];
    answer = async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push([request.method, request.url, request.headers.authorization, body]);
      response.end('{}');
    };
    expect(await adapter().findPerson('Дорж')).toBeUndefined();
    expect(await adapter().findOrganisation('Дорж & co')).toBeUndefined();
    expect(seen).toEqual([
      ['POST', '/core/api/user/find', 'Bearer t0ken', '{"search_text":"Дорж"}'],
      [
        'GET',
        `/core/api/organization/find?search_text=${encodeURIComponent('Дорж & co')}`,
        'Bearer t0ken',
        '',
      ],
    ]);
  });

  it('keeps the fields it knows and drops the rest', async () => {
    say({
      id: 7,
      reg_no: 'УБ85031512',
      first_name: 'Болд',
      gender: 1,
      email: '',
      phone_no: null,
      secret: 'x',
    });
    expect(await adapter().findPerson('x')).toEqual({
      id: '7',
      reg_no: 'УБ85031512',
      first_name: 'Болд',
      gender: 1,
    });
  });

  it.each([
    ['an empty body', ''],
    ['null', null],
    ['an empty record', {}],
  ])('reads %s as not found', async (_what, body) => {
    say(body);
    expect(await adapter().findPerson('x')).toBeUndefined();
  });

  it('reads 404 as not found', async () => {
    say({ error: 'not found' }, 404);
    expect(await adapter().findOrganisation('x')).toBeUndefined();
  });

  it.each([
    ['a list', [{ reg_no: '1' }]],
    ['text', '"hello"'],
    ['no JSON', '<html>'],
    ['a record without a number', { first_name: 'Болд' }],
    ['a name that is no text', { reg_no: '1', first_name: { a: 1 } }],
    ['a text without end', { reg_no: '1', first_name: 'x'.repeat(501) }],
    ['a third gender code', { reg_no: '1', gender: 3 }],
  ])('refuses %s', async (_what, body) => {
    say(body);
    await expect(adapter().findPerson('x')).rejects.toMatchObject(refusal('failed'));
  });

  it('refuses more than 4 MiB', async () => {
    say({ reg_no: '1', junk: 'x'.repeat(4 * 1024 * 1024) });
    await expect(adapter().findPerson('x')).rejects.toMatchObject(refusal('failed'));
  });

  it.each([302, 401, 403])('treats %i as a failure and follows no redirect', async (status) => {
    say({}, status);
    await expect(adapter().findPerson('x')).rejects.toMatchObject(refusal('failed'));
  });

  it.each([500, 503])('treats %i as an outage', async (status) => {
    say({}, status);
    await expect(adapter().findPerson('x')).rejects.toMatchObject(refusal('unavailable'));
  });

  it('times out on a response that trickles', async () => {
    answer = (_request, response) => {
      response.write('{');
    };
    await expect(adapter(100).findPerson('x')).rejects.toMatchObject(refusal('unavailable'));
  });
});
