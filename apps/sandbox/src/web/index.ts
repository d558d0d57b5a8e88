import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PUBLIC_DIRECTORY = fileURLToPath(new URL('./public', import.meta.url));

const CONTENT_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The citizen's phone at `/` and `/link`, the mailbox at `/mail`, the check of applications at `/check`. */
export async function registerPhonePage(app: FastifyInstance): Promise<void> {
  const jsqr = await readFile(fileURLToPath(import.meta.resolve('jsqr')), 'utf8');

  await app.register(async (pages) => {
    pages.addHook('onSend', async (_request, reply) => {
      reply.headers({
        'content-security-policy': CONTENT_POLICY,
        'permissions-policy': 'camera=(self)',
        'x-content-type-options': 'nosniff',
        // A device link carries its session in the address, which must not leak to another site.
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      });
    });
    await pages.register(fastifyStatic, {
      root: PUBLIC_DIRECTORY,
      prefix: '/web/',
      index: false,
      cacheControl: false,
    });

    pages.get('/web/jsqr.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(jsqr),
    );
    pages.get('/', async (_request, reply) => reply.sendFile('phone.html'));
    pages.get('/link', async (_request, reply) => reply.sendFile('phone.html'));
    pages.get('/mail', async (_request, reply) => reply.sendFile('mail.html'));
    pages.get('/check', async (_request, reply) => reply.sendFile('check.html'));
  });
}
