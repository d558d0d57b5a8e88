import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry, type Registry } from '../oauth-clients/test/registry.ts';
import { maxDocumentBytes } from './schemas.ts';

let registry: Registry;
let keeper: Registry['keeper'];
let citizen: Registry['citizen'];

beforeAll(async () => {
  registry = await openRegistry();
  ({ keeper, citizen } = registry);
});
afterAll(() => registry.platform.world.close());

let made = 0;
async function newService(extra: object = {}): Promise<{ id: string; name: string }> {
  made += 1;
  const body = { name: `docs-${made}`, host: 'api.example.mn', ...extra };
  const answer = await keeper.post('/gateway/services', body);
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const head = {
  openapi: '3.0.3',
  info: { title: 'Addresses', version: '1.2', description: 'Finds *addresses*.' },
};
const send = (id: string, document: unknown) =>
  keeper.put(`/gateway/services/${id}/openapi`, {
    document: typeof document === 'string' ? document : JSON.stringify(document),
  });

const addresses = {
  ...head,
  paths: {
    '/people/{id}/address': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        summary: 'The address of a person',
        parameters: [
          {
            name: 'day',
            in: 'query',
            schema: { type: 'string', format: 'date' },
            description: 'On this day',
          },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
        responses: { 200: { description: 'The address' }, 404: { $ref: '#/components/responses/None' } },
      },
      put: {
        summary: '<img src=x onerror=alert(1)>',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Address' } } },
        },
        responses: { 204: { description: 'Saved' } },
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', example: 7 } } },
    responses: { None: { description: 'Nobody\u0000 lives there' } },
    schemas: {
      Address: {
        type: 'object',
        required: ['street'],
        properties: {
          street: { type: 'string', description: 'Its name' },
          kind: { type: 'string', enum: ['home', 'work'] },
          part_of: { $ref: '#/components/schemas/Address' },
          people: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        },
      },
    },
  },
};

describe('the documentation of a service', () => {
  it('is uploaded, read by any signed-in person in a reduced form, replaced and removed', async () => {
    const { id, name } = await newService();
    expect((await keeper.get(`/gateway/services/${id}/openapi`)).body.data).toEqual({ document: null });
    expect((await citizen.get(`/developers/services/${id}`)).body.data).toMatchObject({
      title: name,
      documented: false,
      operations: [],
    });
    const saved = await send(id, addresses);
    expect(saved.body.data).toEqual({
      document: { title: 'Addresses', version: '1.2', operations: 2, uploaded_at: expect.any(String) },
    });
    const { items } = (await citizen.get('/developers/services')).body.data;
    expect(items.find((item: { id: string }) => item.id === id)).toEqual({
      id,
      name,
      scope: `svc:${name}`,
      title: 'Addresses',
      description: 'Finds *addresses*.',
      documented: true,
    });
    const { operations, version } = (await citizen.get(`/developers/services/${id}`)).body.data;
    expect(version).toBe('1.2');
    const ofPath = { name: 'id', in: 'path', type: 'integer', required: true, description: '', example: '7' };
    expect(operations).toEqual([
      {
        id: 'get-people-id-address',
        method: 'get',
        path: '/people/{id}/address',
        summary: 'The address of a person',
        description: '',
        deprecated: false,
        parameters: [
          ofPath,
          {
            name: 'day',
            in: 'query',
            type: 'string (date)',
            required: false,
            description: 'On this day',
            example: '',
          },
        ],
        body: null,
        answers: [
          { status: '200', description: 'The address' },
          { status: '404', description: 'Nobody lives there' },
        ],
      },
      expect.objectContaining({
        method: 'put',
        summary: '<img src=x onerror=alert(1)>',
        parameters: [ofPath],
        body: {
          media_type: 'application/json',
          required: true,
          is_cut: false,
          fields: [
            { name: 'street', type: 'string', required: true, description: 'Its name' },
            { name: 'kind', type: 'string: home, work', required: false, description: '' },
            { name: 'part_of', type: 'object', required: false, description: '' },
            { name: 'people', type: 'array of object', required: false, description: '' },
            { name: 'people[].name', type: 'string', required: false, description: '' },
          ],
          example: JSON.stringify(
            { street: 'string', kind: 'home', part_of: null, people: [{ name: 'string' }] },
            null,
            2,
          ),
        },
      }),
    ]);

    await send(id, { ...head, openapi: '3.1.0', paths: {} });
    expect((await citizen.get(`/developers/services/${id}`)).body.data.operations).toEqual([]);
    expect((await keeper.remove(`/gateway/services/${id}/openapi`)).status).toBe(200);
    expect((await keeper.remove(`/gateway/services/${id}/openapi`)).status).toBe(200);
    expect((await citizen.get(`/developers/services/${id}`)).body.data.documented).toBe(false);
    const log = await registry.platform.world.database.query<{ action: string }>(
      "select action from audit_log where target = $1 and action like 'gateway.document.%' order by id",
      [id],
    );
    expect(log.map(({ action }) => action)).toEqual([
      'gateway.document.save',
      'gateway.document.save',
      'gateway.document.remove',
    ]);
  });

  const fields = {
    type: 'object',
    properties: {
      words: { type: 'string', example: 'a & b' },
      rows: { type: 'array', items: { example: 1 } },
    },
  };
  it.each([
    ['a JSON string in quotes', 'application/json', { schema: { type: 'string', enum: ['.', 'X'] } }, '"."'],
    ['JSON that the document gives as text', 'application/json', { example: '{"a":1}' }, '{"a":1}'],
    ['JSON with a charset', 'application/json; charset=utf-8', { schema: { type: 'integer' } }, '0'],
    ['a form', 'application/x-www-form-urlencoded', { schema: fields }, 'words=a+%26+b&rows=1'],
    ['plain text as it is', 'text/plain', { example: 'a b' }, 'a b'],
    ['no JSON where XML is expected', 'application/xml', { schema: fields }, ''],
  ])('gives an example body that can be sent: %s', async (_what, type, media, example) => {
    const { id } = await newService();
    const post = { requestBody: { content: { [type]: media } }, responses: {} };
    expect((await send(id, { ...head, paths: { '/a': { post } } })).status).toBe(200);
    const [operation] = (await citizen.get(`/developers/services/${id}`)).body.data.operations;
    expect(operation.body).toMatchObject({ media_type: type.split(';')[0], example });
  });

  const get = (operation: object) => ({ ...head, paths: { '/a': { get: operation } } });
  it.each([
    ['text that is not JSON', 'openapi: 3.0.0', 'The file is not JSON.'],
    ['a list', '[]', 'The document must be a JSON object.'],
    ['Swagger 2', { swagger: '2.0', info: head.info, paths: {} }, '/swagger: Swagger 2 is not accepted.'],
    ['another version', { ...head, openapi: '4.0.0', paths: {} }, '/openapi: The version must be'],
    ['no title', { openapi: '3.0.0', info: {}, paths: {} }, '/info/title: The title is missing.'],
    ['no paths', head, '/paths: The object “paths” is missing.'],
    ['a path without a slash', { ...head, paths: { a: {} } }, '/paths/a: A path must begin'],
    ['an unknown method', { ...head, paths: { '/a': { fetch: {} } } }, '/paths/~1a/fetch: This is no method'],
    [
      'a reference to another file',
      get({ responses: { 200: { $ref: 'https://example.mn/a.json#/b' } } }),
      '/paths/~1a/get/responses/200: This $ref leads outside the document.',
    ],
    [
      'a reference to nothing',
      get({ requestBody: { $ref: '#/components/requestBodies/__proto__' } }),
      '/paths/~1a/get/requestBody: This $ref leads to nothing',
    ],
    [
      'a long reference',
      get({ a: { $ref: `#/${'a'.repeat(500)}` } }),
      '/paths/~1a/get/a: This $ref is too long.',
    ],
    ['a deep nesting', `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 'nested too deeply'],
    ['two bytes for each character', `{"a":"${'я'.repeat(maxDocumentBytes / 2)}"}`, 'larger than 1 MiB'],
  ])('refuses %s and says where', async (_what, document, said) => {
    const { id } = await newService();
    const answer = await send(id, document);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(said);
    expect((await citizen.get(`/developers/services/${id}`)).body.data.documented).toBe(false);
  });

  it('refuses more than 1 MiB, unknown fields and unknown services', async () => {
    const { id } = await newService();
    expect((await send(id, 'x'.repeat(maxDocumentBytes + 1))).status).toBe(422);
    expect((await send(id, 'x'.repeat(2_300_000))).status).toBe(413);
    const path = `/gateway/services/${id}/openapi`;
    expect((await keeper.put(path, { document: '{}', url: 'https://example.mn' })).status).toBe(422);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await send(unknown, addresses)).status).toBe(404);
    expect((await keeper.remove(`/gateway/services/${unknown}/openapi`)).status).toBe(404);
    expect((await citizen.get(`/developers/services/${unknown}`)).status).toBe(404);
  });

  it('ends for references that lead in circles, and for those that multiply', async () => {
    const { id } = await newService();
    const body = (name: string) => ({
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    });
    const names = [...'abcdefghij'];
    const level = (next: string) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${next}` }])),
    });
    const schemas = {
      Loop: { $ref: '#/components/schemas/Loop' },
      Tree: { type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' } } },
      ...Object.fromEntries(Array.from({ length: 12 }, (_, nth) => [`L${nth}`, level(`L${nth + 1}`)])),
      L12: { type: 'string' },
    };
    const paths = Object.fromEntries(
      ['Loop', 'Tree', 'L0'].map((name) => [`/${name}`, { post: { requestBody: body(name) } }]),
    );
    expect((await send(id, { ...head, paths, components: { schemas } })).status).toBe(200);
    const { operations } = (await citizen.get(`/developers/services/${id}`)).body.data;
    const fields = operations.map((operation: { body: { fields: unknown[]; is_cut: boolean } }) => [
      operation.body.fields.length,
      operation.body.is_cut,
    ]);
    expect(fields).toEqual([
      [0, false],
      [1, false],
      [200, true],
    ]);

    const media = { 'application/json': { example: Array(100_000).fill('long') } };
    const shared = { requestBody: { $ref: '#/components/requestBodies/Long' } };
    const many = Array.from({ length: 1000 }, (_, nth) => [`/${nth}`, { post: shared }]);
    const long = { requestBodies: { Long: { content: media } } };
    expect((await send(id, { ...head, paths: Object.fromEntries(many), components: long })).status).toBe(200);
    const { operations: each } = (await citizen.get(`/developers/services/${id}`)).body.data;
    expect([each.length, each[999].body.example]).toEqual([1000, '']);
    expect(
      (await send(id, { ...head, paths: Object.fromEntries([...many, ['/more', { get: {} }]]) })).status,
    ).toBe(422);

    const all = (next: string) => ({ allOf: names.map(() => ({ $ref: `#/components/schemas/${next}` })) });
    const bomb = Object.fromEntries(Array.from({ length: 8 }, (_, nth) => [`B${nth}`, all(`B${nth + 1}`)]));
    const answer = await send(id, {
      ...head,
      paths: { '/bomb': { post: { requestBody: body('B0') } } },
      components: { schemas: { ...bomb, B8: {} } },
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('grows too large');
  });

  it('is hidden while the service is off, and writing needs gateway.manage', async () => {
    const { id, name } = await newService();
    await send(id, addresses);
    const path = `/gateway/services/${id}/openapi`;
    for (const answer of [
      await citizen.get(path),
      await citizen.put(path, { document: '{}' }),
      await citizen.remove(path),
    ])
      expect(answer.status).toBe(403);
    await keeper.put(`/gateway/services/${id}`, { name, host: 'api.example.mn', enabled: false });
    expect((await citizen.get(`/developers/services/${id}`)).status).toBe(404);
    const { items } = (await citizen.get('/developers/services')).body.data;
    expect(items.map((item: { id: string }) => item.id)).not.toContain(id);
    expect(JSON.stringify(items)).not.toContain('api.example.mn');
    expect((await keeper.get(path)).body.data.document.title).toBe('Addresses');
  });
});
