import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdministrator } from '../src/modules/relay/test/stage.ts';
import { openWorld, type TestServer, type TestWorld } from './server.ts';

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  components: { schemas: { ErrorCode: { anyOf: [unknown, { enum: string[] }] } } };
}

let world: TestWorld;
let server: TestServer;
let document: Document;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  document = server.app.document() as Document;
  token = await (await openAdministrator(world.database, world.clock.now, server.config)).token();
});
afterAll(() => world.close());

const send = (path: string, type: string, body: string) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });

/** Rows answer by their declaration; mounts write their answers themselves. */
describe('a mount answers as the OpenAPI document says', () => {
  it.each([
    ['/api/v1/sign/verify', 'application/pdf', 'no PDF'],
    ['/api/v1/gspace/upload', 'application/json', JSON.stringify({ name: 'a.txt', data: 'YQ==' })],
  ])('%s', async (path, type, body) => {
    const { status } = await send(path, type, body);
    expect(Object.keys(document.paths[path]?.['post']?.responses ?? {})).toEqual([String(status), 'default']);
  });

  it('with a documented error code', async () => {
    const refused = await send('/api/v1/relay/webhook', 'application/json', '{}');
    const { error } = (await refused.json()) as { error: string };
    expect([refused.status, error]).toEqual([400, 'source_required']);
    expect(document.components.schemas.ErrorCode.anyOf[1].enum).toContain(error);
  });
});
