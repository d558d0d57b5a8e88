import type { FastifyInstance } from 'fastify';
import { pageHeaders } from './security-headers.ts';

/**
 * Serves the settings that a page needs before its first render. They are a separate script, because the build is the
 * same for every platform and the content security policy allows no inline script.
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
