import type { FastifyInstance } from 'fastify';
import { startSmtpSink } from './smtp.ts';
import { createMailStore } from './store.ts';

const CAPACITY = 500;

// A mail is untrusted markup: no script, no request, and no access to the page around it. Links may open in a
// new tab, because developers follow them.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const listQuery = {
  type: 'object',
  properties: { to: { type: 'string', maxLength: 320 } },
} as const;

const byId = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', maxLength: 36 } },
} as const;

/** An SMTP server in place of the mail relay, and the control routes that read its mail. */
export async function startMailbox(options: {
  host: string;
  port: number;
  now: () => Date;
  app: FastifyInstance;
}): Promise<{ smtpPort: number; close(): Promise<void> }> {
  const { app, host, port, now } = options;
  const store = createMailStore(CAPACITY);

  app.get<{ Querystring: { to?: string } }>(
    '/control/mails',
    { schema: { querystring: listQuery } },
    async (request) => {
      const items = store.list(request.query.to);
      return { items, total: items.length };
    },
  );

  app.delete('/control/mails', async (_request, reply) => {
    store.clear();
    return reply.code(204).send();
  });

  app.get<{ Params: { id: string } }>(
    '/control/mails/:id/html',
    { schema: { params: byId } },
    async (request, reply) => {
      const html = store.find(request.params.id)?.html;
      if (!html) {
        return reply.code(404).type('application/problem+json').send({
          type: 'about:blank',
          title: 'not_found',
          status: 404,
          detail: 'No such mail, or it has no HTML part; list the mails again',
        });
      }
      return reply
        .header('content-security-policy', MAIL_POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(`<!doctype html><base target="_blank">${html}`);
    },
  );

  const sink = await startSmtpSink({
    host,
    port,
    now,
    store,
    onError: (error) => app.log.warn({ code: Reflect.get(error, 'code') }, 'mailbox connection failed'),
  });
  return { smtpPort: sink.port, close: sink.close };
}
