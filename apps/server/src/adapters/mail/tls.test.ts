import { createServer, type Server, type Socket } from 'node:net';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  TLSSocket,
} from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ecKey, issue, x509 } from '../../kernel/pki/test-pki.ts';
import { createMailAdapter } from './index.ts';

const usual = getCACertificates('default');
let credentials: { key: string; cert: string };
beforeAll(async () => {
  const key = ecKey();
  const issued = await issue(
    {
      key,
      notBefore: new Date(Date.now() - 60_000),
      notAfter: new Date(Date.now() + 3_600_000),
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
    },
    null,
  );
  credentials = {
    key: String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: issued.pem,
  };
});
afterAll(() => setDefaultCACertificates(usual));

let server: Server;
const sockets: Socket[] = [];
const received: string[] = [];
const usualOffer = '250-relay\r\n250 AUTH LOGIN PLAIN\r\n';
let offer = usualOffer;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  received.length = 0;
  offer = usualOffer;
  setDefaultCACertificates(usual);
});

/** A relay that accepts everything, records the session and supports STARTTLS. */
function serve(socket: Socket, encrypted: boolean, afterStartTls = ''): void {
  sockets.push(socket.on('error', () => undefined));
  let inMessage = false;
  socket.on('data', (chunk) => {
    for (const line of String(chunk).split('\r\n').slice(0, -1)) {
      if (inMessage) {
        if (line !== '.') continue;
        inMessage = false;
        socket.write('250 taken\r\n');
        continue;
      }
      received.push(`${encrypted ? 'tls' : 'open'} ${line}`);
      if (line.startsWith('EHLO')) socket.write(encrypted ? offer : '250-relay\r\n250 STARTTLS\r\n');
      else if (line === 'STARTTLS') {
        socket.write(`220 go\r\n${afterStartTls}`);
        socket.removeAllListeners('data');
        serve(new TLSSocket(socket, { isServer: true, ...credentials }), true);
      } else if (line.startsWith('AUTH'))
        socket.write(offer === usualOffer ? '235 welcome\r\n' : '503 no login here\r\n');
      else if (line === 'DATA') {
        inMessage = true;
        socket.write('354 go on\r\n');
      } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
    }
  });
}

const listen = (made: Server): Promise<number> =>
  new Promise((resolve) => {
    server = made.listen(0, '127.0.0.1', () => resolve((made.address() as { port: number }).port));
  });
const startTls = (afterStartTls = '') =>
  listen(
    createServer((socket) => {
      socket.write('220 relay\r\n');
      serve(socket, false, afterStartTls);
    }),
  );
const send = (url: string) =>
  createMailAdapter({ url, from: 'no-reply@tamga.test', requireTls: true, now: () => new Date() }).send({
    to: 'bat@example.mn',
    subject: 'Урилга',
    text: 'Сайн байна уу',
  });
const auth = `tls AUTH PLAIN ${Buffer.from('\0tam ga\0p@ss').toString('base64')}`;

describe('a relay with TLS', () => {
  it('gets the password and the mail only after STARTTLS', async () => {
    setDefaultCACertificates([...usual, credentials.cert]);
    await send(`smtp://tam%20ga:p%40ss@127.0.0.1:${await startTls()}`);
    expect(received).toEqual([
      'open EHLO tamga',
      'open STARTTLS',
      'tls EHLO tamga',
      auth,
      'tls MAIL FROM:<no-reply@tamga.test>',
      'tls RCPT TO:<bat@example.mn>',
      'tls DATA',
    ]);
  });

  it('cannot inject answers between STARTTLS and the handshake (CVE-2011-0411)', async () => {
    setDefaultCACertificates([...usual, credentials.cert]);
    const injected = '250-injected\r\n250 AUTH LOGIN\r\n250 injected\r\n';
    await send(`smtp://tam%20ga:p%40ss@127.0.0.1:${await startTls(injected)}`);
    expect(received.slice(2, 5)).toEqual(['tls EHLO tamga', auth, 'tls MAIL FROM:<no-reply@tamga.test>']);
  });

  it('that offers no login does not get the mail without one', async () => {
    setDefaultCACertificates([...usual, credentials.cert]);
    offer = '250 relay\r\n';
    await expect(send(`smtp://tam%20ga:p%40ss@127.0.0.1:${await startTls()}`)).rejects.toThrow('EAUTH');
    expect(received.join()).not.toContain('MAIL FROM');
  });

  it('may use TLS from the first byte', async () => {
    setDefaultCACertificates([...usual, credentials.cert]);
    const port = await listen(
      createTlsServer(credentials, (socket) => {
        socket.write('220 relay\r\n');
        serve(socket, true);
      }),
    );
    await send(`smtps://tam%20ga:p%40ss@127.0.0.1:${port}`);
    expect(received[1]).toBe(auth);
    expect(received.at(-1)).toBe('tls DATA');
  });

  it('with an untrusted certificate receives nothing more', async () => {
    await expect(send(`smtp://tam%20ga:p%40ss@127.0.0.1:${await startTls()}`)).rejects.toThrow(
      /mail: .*(SELF_SIGNED|UNABLE_TO_VERIFY|DEPTH_ZERO)/,
    );
    expect(received).toEqual(['open EHLO tamga', 'open STARTTLS']);
  });
});
