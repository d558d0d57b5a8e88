import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownPaths } from '../src/shell/known-paths.ts';
import type { PortalContext } from './context.ts';
import { sendPlainPage } from './plain-pages.ts';
import { sendFailure } from './replies.ts';
import { pathOf, readPathSegments } from './request-path.ts';
import { appHeadersFor, pageHeadersFor } from './security-headers.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Serves the built app: hashed assets are cached for ever, everything else is revalidated. */
export async function registerStaticApp(
  app: FastifyInstance,
  context: PortalContext,
  distDir: string,
): Promise<void> {
  if (!existsSync(join(distDir, 'index.html'))) {
    throw new Error(`there is no built portal in ${distDir}: build it first, or correct distDir`);
  }
  const front = existsSync(join(distDir, 'front.html')) ? 'front.html' : 'index.html';
  const frontPage = await readFile(join(distDir, front), 'utf8');
  const frontHeaders = pageHeadersFor(frontPage);
  const appHeaders = appHeadersFor(frontPage);
  await app.register(fastifyStatic, {
    root: join(distDir, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: yearMs,
    suppressWarning: true,
    setHeaders: (reply, path) => {
      // A compressed copy has an ending more.
      reply.headers(path.startsWith(join(distDir, 'front.html')) ? frontHeaders : appHeaders);
    },
  });
  const sendFresh = (reply: FastifyReply, file: string) =>
    reply.header('cache-control', 'no-cache').sendFile(file, distDir, { cacheControl: false });
  for (const file of await listPublicFiles(distDir)) {
    app.get(`/${file}`, (_request, reply) => sendFresh(reply, file));
  }
  const page = await readFile(join(distDir, 'index.html'));
  app.setNotFoundHandler((request, reply) => {
    if (!isPagePath(request)) return sendFailure(request, reply, 'not_found');
    const isKnown = readPathSegments(request.url) !== undefined && isKnownPage(pathOf(request.url));
    if (isKnown && wantsPlain(request)) return sendPlainPage(context, request, reply);
    if (pathOf(request.url) === '/') return sendFresh(reply, front);
    if (isKnown) return sendFresh(reply, 'index.html');
    // The app shows the text; the status 404 is for browsers and search engines.
    return reply
      .code(404)
      .headers({ ...appHeaders, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

const pages = new Set(['index.html', 'front.html']);

/** Lists files beside the pages that the build copied unchanged: icons, manifest, robots.txt. */
async function listPublicFiles(distDir: string): Promise<string[]> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(distDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !pages.has(file) && !file.startsWith('assets/'))
    .filter((file) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(file));
}

/** Patterns match like the app's routes: any case, with or without a trailing slash. */
const known = knownPaths.map((path) => {
  const parts = path.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part;
  });
  return new RegExp(`^${parts.join('/').replace(/\/\.\*$/, '(?:/.*)?')}/?$`, 'i');
});
const isKnownPage = (path: string) => known.some((pattern) => pattern.test(path));

const wantsPlain = ({ url }: FastifyRequest) => /[?&]plain(?:=|&|$)/.test(url);

/** A page of the app has no extension and does not lie below a path that programs call. */
function isPagePath(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request.url);
  if (/^\/(?:api|assets)(?:\/|$)/i.test(path)) return false;
  return !path.slice(path.lastIndexOf('/') + 1).includes('.');
}
