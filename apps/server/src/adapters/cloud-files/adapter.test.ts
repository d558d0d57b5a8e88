import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import { createDropbox } from './dropbox.ts';
import { createGoogleDrive } from './google-drive.ts';
import { createCloudHttp } from './http.ts';

/** Providers whose answers a client must not follow or wait for. */
let app: FastifyInstance;
let foreign: FastifyInstance;
let url: string;
let foreignUrl: string;
let stolen: string[];

beforeAll(async () => {
  stolen = [];
  foreign = Fastify();
  foreign.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  foreign.all('/*', async (request) => {
    stolen.push(request.headers.authorization ?? '');
    return {};
  });
  foreignUrl = await foreign.listen({ host: '127.0.0.1', port: 0 });
  app = Fastify();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.get('/silent/drive/v3/files', (_request, reply) => void reply.hijack());
  app.get('/slow/drive/v3/files', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/json' });
    reply.raw.write('{');
  });
  app.get('/drive/v3/files', async () => ({ files: [{ id: 'folder-1' }] }));
  app.get('/moved/drive/v3/files', async (_request, reply) => reply.redirect(`${foreignUrl}/x`, 307));
  app.post('/upload/drive/v3/files', async (_request, reply) =>
    reply.header('location', `${foreignUrl}/upload`).send(),
  );
  app.post('/2/files/download', async (_request, reply) => {
    reply.header('dropbox-api-result', '{"name":"../\\u0007evil\\u202e.txt","size":3}');
    return reply.type('application/octet-stream').send(Buffer.from('abc'));
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await foreign.close();
});

const now = () => new Date();
const http = () =>
  createCloudHttp({ origins: [url], breaker: createCircuitBreaker(now), callMs: 300, idleMs: 300 });
const never = new AbortController().signal;
const list = (path: string) =>
  createGoogleDrive(`${url}${path}`, http()).list('secret-token', { q: undefined, cursor: undefined });

describe('the client of a provider', () => {
  it.each(['/silent', '/slow'])('does not wait for an answer that does not end: %s', async (path) => {
    await expect(list(path)).rejects.toMatchObject({ name: 'ProviderError', failure: 'unavailable' });
  });

  it('never carries a token to another host', async () => {
    await expect(list('/moved')).rejects.toMatchObject({ failure: 'failed' });
    const file = { name: 'a.txt', type: 'text/plain', size: 1, stream: Readable.from([Buffer.from('x')]) };
    await expect(createGoogleDrive(url, http()).upload('secret-token', file, never)).rejects.toMatchObject({
      failure: 'failed',
    });
    expect(stolen).toEqual([]);
  });

  it('takes a name as one plain line', async () => {
    const dropbox = createDropbox({ api: url, content: url }, http());
    const { name, stream } = await dropbox.download('t', 'id:1', never);
    stream.resume();
    expect(name).toBe('..  evil .txt');
  });

  it('sends the error of a broken source to its reader, not to the provider', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('the store broke'));
      },
    });
    const dropbox = createDropbox({ api: url, content: url }, http());
    const file = { name: 'a.txt', type: 'text/plain', size: 5, stream: broken };
    await expect(dropbox.upload('t', file, never)).rejects.toThrow('the store broke');
  });
});
