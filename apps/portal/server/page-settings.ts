import type { FastifyInstance } from 'fastify';
import { pageHeaders } from './security-headers.ts';

/**
 * The settings that a page needs before its first line is drawn. A script of its own, because the built page is the
 * same for every platform and the content security policy allows no inline one.
 */
export function registerPageSettings(app: FastifyInstance, settings: { timeZone: string }): void {
  const script = `document.documentElement.dataset.timeZone = ${JSON.stringify(settings.timeZone)};\n`;
  app.get('/page-settings.js', (_request, reply) =>
    reply
      .headers({ ...pageHeaders, 'cache-control': 'public, max-age=600' })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
}
