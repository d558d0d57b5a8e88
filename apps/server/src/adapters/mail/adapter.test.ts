import { createServer, type Server, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailbox } from '../../../../sandbox/src/mailbox/index.ts';
import { createMailAdapter, type MailAdapterOptions } from './index.ts';

const mail = { to: 'bat@example.mn', subject: 'Урилга', text: 'Мөр нэг\n.\nМөр гурав\n' };
const at = (port: number, change: Partial<MailAdapterOptions> = {}) =>
  createMailAdapter({
    url: `smtp://127.0.0.1:${port}`,
    from: 'no-reply@tamga.test',
    requireTls: false,
    now: () => new Date(),
    ...change,
  });

describe('the mail adapter', () => {
  let app: FastifyInstance;
  let mailbox: Awaited<ReturnType<typeof startMailbox>>;
  beforeEach(async () => {
    app = Fastify();
    mailbox = await startMailbox({ host: '127.0.0.1', port: 0, now: () => new Date(), app });
  });
  afterEach(async () => {
    await mailbox.close();
    await app.close();
  });

  it('delivers a mail to a relay, with every letter and line of it', async () => {
    const subject = 'Байгууллагын урилга, '.repeat(8).trim();
    await at(mailbox.smtpPort).send({ ...mail, subject });
    const { items } = (await app.inject({ url: '/control/mails' })).json();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ to: ['bat@example.mn'], subject });
    expect(items[0].text.trim()).toBe(mail.text.trim());
  });

  it('lets no address or text inject an SMTP command', async () => {
    const adapter = at(mailbox.smtpPort);
    for (const to of ['a@b.mn>\r\nRCPT TO:<c@d.mn', 'a b@c.mn', '<a@b.mn', 'Бат@example.mn'])
      await expect(adapter.send({ ...mail, to })).rejects.toThrow('cannot be written to');
  });

  it('sends neither mail nor password without TLS when TLS is required', async () => {
    const refused = /mail: ETLS at STARTTLS, answered 5/;
    await expect(at(mailbox.smtpPort, { requireTls: true }).send(mail)).rejects.toThrow(refused);
    const url = `smtp://user:secret@127.0.0.1:${mailbox.smtpPort}`;
    await expect(at(mailbox.smtpPort, { url }).send(mail)).rejects.toThrow(refused);
    expect((await app.inject({ url: '/control/mails' })).json().items).toEqual([]);
  });

  it('reports that no relay is listening', async () => {
    await expect(at(9).send(mail)).rejects.toThrow(/mail: ECONNREFUSED/);
  });
});

describe('a misbehaving relay', () => {
  let server: Server;
  const sockets: Socket[] = [];
  const relay = (talk: (socket: Socket) => void): Promise<number> =>
    new Promise((resolve) => {
      server = createServer((socket) => {
        sockets.push(socket.on('error', () => undefined));
        talk(socket);
      }).listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  it('that does not answer times out', async () => {
    const port = await relay(() => undefined);
    await expect(at(port, { timeoutMs: 50 }).send(mail)).rejects.toThrow('mail: ETIMEDOUT at CONN');
  });

  it('that hangs up, refuses or talks without end causes an error that names the step', async () => {
    await expect(at(await relay((socket) => socket.end())).send(mail)).rejects.toThrow(
      'mail: ECONNECTION at CONN',
    );
    server.close();
    await expect(at(await relay((socket) => socket.write('554 no\r\n'))).send(mail)).rejects.toThrow(
      'mail: EPROTOCOL at CONN, answered 554',
    );
    server.close();
    const endless = await relay((socket) => socket.write('220-x'.repeat(20_000)));
    await expect(at(endless).send(mail)).rejects.toThrow('mail: EPROTOCOL at CONN');
  });

  it('that quotes the refused address is not repeated in the log', async () => {
    const port = await relay((socket) => {
      socket.write('220 relay\r\n');
      socket.on('data', (chunk) =>
        socket.write(
          String(chunk).startsWith('RCPT') ? `550 <${mail.to}> unknown here\r\n` : '250 go on\r\n',
        ),
      );
    });
    const failure: Error = await at(port)
      .send(mail)
      .catch((error) => error);
    expect(String(failure)).toBe('MailError: mail: EENVELOPE at RCPT TO, answered 550');
    expect(failure.cause).toBeUndefined();
  });
});
