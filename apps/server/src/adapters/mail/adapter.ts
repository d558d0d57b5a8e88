import { createConnection, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Mail, MailError, type MailPort } from '../../modules/organisations/mail-port.ts';
import { compose } from './compose.ts';
import { type Conversation, converse, type Reply } from './conversation.ts';

export interface MailAdapterOptions {
  /** smtp://[user:password@]host[:587] or smtps://…[:465]. */
  url: string;
  from: string;
  /** Without it a relay that offers no encryption is spoken to in the open, as the one at a desk. */
  requireTls: boolean;
  now: () => Date;
  timeoutMs?: number;
}

/**
 * Hands mails to a submission server (RFC 6409) and nothing more: whoever calls retries. Credentials are sent over
 * TLS alone.
 */
export function createMailAdapter(options: MailAdapterOptions): MailPort {
  const url = new URL(options.url);
  const implicit = url.protocol === 'smtps:';
  // In an address an IPv6 host stands in brackets, which no resolver wants.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (implicit ? 465 : 587));
  const tlsOptions = { host, ...(isIP(host) === 0 ? { servername: host } : {}) };
  return {
    send: async (mail) => {
      checkAddress(mail.to);
      const sockets: Socket[] = [];
      const kept = <S extends Socket>(socket: S): S => {
        sockets.push(socket);
        return socket;
      };
      const limit = setTimeout(() => {
        for (const socket of sockets) socket.destroy(new MailError('the relay did not answer in time'));
      }, options.timeoutMs ?? 20_000);
      try {
        if (implicit) {
          const talk = converse(kept(connectTls({ ...tlsOptions, port })));
          expectCode(await talk.read(), 220, 'greeting');
          await submit(talk, await greet(talk), true, mail);
          return;
        }
        const plain = kept(createConnection({ host, port }));
        const talk = converse(plain);
        expectCode(await talk.read(), 220, 'greeting');
        const offered = await greet(talk);
        if (!offered.has('STARTTLS')) {
          if (options.requireTls || url.username !== '') throw new MailError('the relay offers no TLS');
          await submit(talk, offered, false, mail);
          return;
        }
        expectCode(await talk.say('STARTTLS'), 220, 'STARTTLS');
        // What came before the handshake came from anybody on the way (CVE-2011-0411).
        if (talk.hasMore()) throw new MailError('the relay spoke before TLS');
        talk.detach();
        const secure = converse(kept(connectTls({ ...tlsOptions, socket: plain }) as TLSSocket));
        await submit(secure, await greet(secure), true, mail);
      } finally {
        clearTimeout(limit);
        for (const socket of sockets) socket.on('error', () => undefined).destroy();
      }
    },
  };

  async function submit(
    talk: Conversation,
    offered: ReadonlySet<string>,
    encrypted: boolean,
    mail: Mail,
  ): Promise<void> {
    if (url.username !== '' && encrypted) {
      if (!offered.has('AUTH PLAIN')) throw new MailError('the relay takes no AUTH PLAIN');
      const [user, password] = [url.username, url.password].map(decodeURIComponent);
      const token = Buffer.from(`\0${user}\0${password}`).toString('base64');
      expectCode(await talk.say(`AUTH PLAIN ${token}`), 235, 'AUTH');
    }
    expectCode(await talk.say(`MAIL FROM:<${options.from}>`), 250, 'MAIL');
    expectCode(await talk.say(`RCPT TO:<${mail.to}>`), 250, 'RCPT');
    expectCode(await talk.say('DATA'), 354, 'DATA');
    expectCode(await talk.say(`${compose(mail, options.from, options.now())}\r\n.`), 250, 'message');
    // Taken: what becomes of the goodbye changes nothing.
    await talk.say('QUIT').catch(() => undefined);
  }
}

async function greet(talk: Conversation): Promise<ReadonlySet<string>> {
  const reply = await talk.say('EHLO tamga');
  expectCode(reply, 250, 'EHLO');
  const offered = new Set<string>();
  for (const line of reply.lines.map((text) => text.trim().toUpperCase())) {
    offered.add(line);
    const [word, ...ways] = line.split(/[ =]/);
    if (word === 'AUTH') for (const way of ways) offered.add(`AUTH ${way}`);
  }
  return offered;
}

function expectCode(reply: Reply, code: number, step: string): void {
  if (reply.code !== code) throw new MailError(`${step} was answered ${reply.code}`);
}

/** A line break would become a command of its own. */
function checkAddress(address: string): void {
  if (!/^[\x21-\x7e]{3,254}$/.test(address) || /[<>]/.test(address))
    throw new MailError('the address cannot be written to');
}
