import { createConnection } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { patienceMs } from '../../../../scripts/patience.ts';
import { startMailbox } from './index.ts';
import type { Mail } from './store.ts';

type Reply = { code: number; line: string };

/** A hand-written SMTP client: each step is sent only after the answer to the previous one. */
async function converse(port: number, steps: (string | Buffer)[]): Promise<Reply[]> {
  const socket = createConnection({ port, host: '127.0.0.1', timeout: patienceMs });
  socket.on('timeout', () => socket.destroy(new Error('the mailbox did not answer')));
  const replies: Reply[] = [];
  let buffered = '';
  for await (const chunk of socket) {
    buffered += chunk;
    const lines = buffered.split('\r\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      // "250-" continues a reply, "250 " ends it.
      if (line[3] === '-') continue;
      replies.push({ code: Number(line.slice(0, 3)), line });
      const next = steps[replies.length - 1];
      if (next === undefined) socket.end();
      else socket.write(typeof next === 'string' ? `${next}\r\n` : next);
    }
  }
  return replies;
}

function send(port: number, to: string[], message: string[]): Promise<Reply[]> {
  return converse(port, [
    'EHLO test',
    'MAIL FROM:<no-reply@tamga.test>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${message.join('\r\n')}\r\n.`,
    'QUIT',
  ]);
}

describe('mailbox', () => {
  let app: FastifyInstance;
  let mailbox: Awaited<ReturnType<typeof startMailbox>>;
  let clock = 0;

  beforeEach(async () => {
    app = Fastify();
    clock = Date.UTC(2026, 0, 1);
    mailbox = await startMailbox({ host: '127.0.0.1', port: 0, now: () => new Date(clock), app });
  });
  afterEach(async () => {
    await mailbox.close();
    await app.close();
  });

  async function list(to?: string): Promise<{ items: Mail[]; total: number }> {
    const answer = await app.inject({ method: 'GET', url: '/control/mails', query: to ? { to } : {} });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  }

  it('keeps a mail with its decoded subject, text and HTML', async () => {
    const replies = await send(
      mailbox.smtpPort,
      ['bat@example.mn'],
      [
        'From: Tamga <no-reply@tamga.test>',
        'To: bat@example.mn',
        `Subject: =?UTF-8?B?${Buffer.from('Таны код').toString('base64')}?=`,
        'MIME-Version: 1.0',
        'Content-Type: multipart/alternative; boundary="b"',
        '',
        '--b',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Код: 482913',
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Код: <b>482913</b></p>',
        '--b--',
      ],
    );
    expect(replies.map((reply) => reply.code)).toEqual([220, 250, 250, 250, 354, 250, 221]);
    const { items, total } = await list();
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      to: ['bat@example.mn'],
      from: 'Tamga <no-reply@tamga.test>',
      subject: 'Таны код',
      received_at: new Date(clock).toISOString(),
    });
    expect(items[0]?.text.trim()).toBe('Код: 482913');
    expect(items[0]?.html?.trim()).toBe('<p>Код: <b>482913</b></p>');
  });

  it('lists the newest first and finds a recipient in any letter case, blind copies too', async () => {
    await send(mailbox.smtpPort, ['Bat@Example.mn', 'hidden@example.mn'], ['To: bat@example.mn', '', 'one']);
    clock += 1_000;
    await send(mailbox.smtpPort, ['saran@example.mn'], ['Subject: two', '', 'two']);
    clock += 1_000;
    await send(mailbox.smtpPort, ['bat@example.mn'], ['Subject: three', '', 'three']);

    expect((await list()).items.map((mail) => mail.text.trim())).toEqual(['three', 'two', 'one']);
    const forBat = await list('BAT@example.MN');
    expect(forBat.items.map((mail) => mail.text.trim())).toEqual(['three', 'one']);
    expect(forBat.total).toBe(2);
    expect((await list('hidden@example.mn')).total).toBe(1);
    expect((await list('bat@example')).total).toBe(0);
  });

  it('keeps the newest 500', async () => {
    const steps = ['EHLO test'];
    for (let n = 1; n <= 502; n += 1) {
      steps.push('MAIL FROM:<a@tamga.test>', 'RCPT TO:<b@tamga.test>', 'DATA', `Subject: ${n}\r\n\r\n.`);
    }
    await converse(mailbox.smtpPort, [...steps, 'QUIT']);
    const { items, total } = await list();
    expect(total).toBe(500);
    expect(items[0]?.subject).toBe('502');
    expect(items[499]?.subject).toBe('3');
  });

  it('rejects a mail over 5 MB, announced or not, and keeps serving', async () => {
    const announced = await converse(mailbox.smtpPort, [
      'EHLO test',
      `MAIL FROM:<a@tamga.test> SIZE=${6 * 1024 * 1024}`,
      'QUIT',
    ]);
    expect(announced[2]?.code).toBe(552);

    const line = `${'x'.repeat(998)}\r\n`;
    const silent = await converse(mailbox.smtpPort, [
      'EHLO test',
      'MAIL FROM:<a@tamga.test>',
      'RCPT TO:<b@tamga.test>',
      'DATA',
      Buffer.from(`Subject: big\r\n\r\n${line.repeat(5_500)}.\r\n`),
      'QUIT',
    ]);
    expect(silent[5]?.code).toBe(552);

    await send(mailbox.smtpPort, ['b@tamga.test'], ['Subject: small', '', 'ok']);
    expect((await list()).items.map((mail) => mail.subject)).toEqual(['small']);
  });

  it('offers neither authentication nor TLS', async () => {
    const replies = await converse(mailbox.smtpPort, [
      'EHLO test',
      'STARTTLS',
      'AUTH PLAIN AGEAYg==',
      'QUIT',
    ]);
    expect(replies[2]?.code).toBe(500);
    expect(replies[3]?.code).toBe(500);
  });

  it('deletes every mail on DELETE', async () => {
    await send(mailbox.smtpPort, ['b@tamga.test'], ['Subject: gone', '', 'x']);
    expect((await app.inject({ method: 'DELETE', url: '/control/mails' })).statusCode).toBe(204);
    expect(await list()).toEqual({ items: [], total: 0 });
  });

  it('shows HTML under a policy that runs no script and loads nothing', async () => {
    const html = ['Content-Type: text/html', '', '<script>alert(1)</script><p>hi</p>'];
    await send(mailbox.smtpPort, ['b@tamga.test'], html);
    await send(mailbox.smtpPort, ['b@tamga.test'], ['Content-Type: text/plain', '', 'no markup']);
    const [plain, rich] = (await list()).items;
    const shown = await app.inject({ method: 'GET', url: `/control/mails/${rich?.id}/html` });
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(shown.headers['content-security-policy']);
    expect(policy).toContain('sandbox');
    expect(policy).not.toContain('allow-scripts');
    expect(policy).toContain("default-src 'none'");
    expect(shown.body).toContain('<p>hi</p>');
    expect((await app.inject({ method: 'GET', url: `/control/mails/${plain?.id}/html` })).statusCode).toBe(
      404,
    );
  });

  it('fails to start on a taken port, and says so', async () => {
    const other = Fastify();
    const second = startMailbox({
      host: '127.0.0.1',
      port: mailbox.smtpPort,
      now: () => new Date(clock),
      app: other,
    });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await other.close();
  });
});
