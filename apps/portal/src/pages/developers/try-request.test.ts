import { describe, expect, it } from 'vitest';
import type { Operation } from '../../api/service-docs.ts';
import { buildRequest, writeCurl } from './try-request.ts';

const parameter = (place: 'path' | 'query' | 'header', name: string) => ({
  name,
  in: place,
  type: 'string',
  required: false,
  description: '',
  example: '',
});
const operation = (fields: Partial<Operation>): Operation => ({
  id: 'x',
  method: 'post',
  path: '/people/{id}',
  summary: '',
  description: '',
  deprecated: false,
  parameters: [parameter('path', 'id'), parameter('query', 'day'), parameter('header', 'X-Kind')],
  body: { media_type: 'application/json', required: true, fields: [], is_cut: false, example: '' },
  answers: [],
  ...fields,
});
const build = (fields: Partial<Operation>, values: Record<string, string>, body = '') =>
  buildRequest('https://tamga.mn', 'addresses', operation(fields), { values, body });

describe('a trial call', () => {
  it('fills path, query, headers and body, and says the same as curl', () => {
    const values = { 'path id': 'a/b c', 'query day': '1&2', 'header X-Kind': 'k' };
    const request = build({}, values, `{"name":"O'Neil"}`);
    expect(request).toEqual({
      method: 'POST',
      url: 'https://tamga.mn/gw/addresses/people/a%2Fb%20c?day=1%262',
      headers: [
        ['X-Kind', 'k'],
        ['Content-Type', 'application/json'],
      ],
      body: `{"name":"O'Neil"}`,
    });
    expect(request && writeCurl(request)).toBe(
      [
        `curl -X POST 'https://tamga.mn/gw/addresses/people/a%2Fb%20c?day=1%262' \\`,
        `  -H "Authorization: Bearer $TOKEN" \\`,
        `  -H 'X-Kind: k' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  --data-raw '{"name":"O'\\''Neil"}'`,
      ].join('\n'),
    );
    expect(build({ method: 'get' }, values, 'x')?.body).toBeNull();
  });

  it.each([
    ['/../../api/v1/me', {}],
    ['/%2e%2e/other/x', {}],
    ['/{id}', { 'path id': '..' }],
  ])('never leaves the service (%s)', (path, values) => {
    expect(build({ path }, values)).toBeNull();
  });

  it('takes a question mark in a path for a part of the path', () => {
    expect(build({ path: '/a?b=c#d' }, {})?.url).toBe('https://tamga.mn/gw/addresses/a%3Fb=c%23d');
  });
});
