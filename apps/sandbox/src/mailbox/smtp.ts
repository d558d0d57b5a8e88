import type { AddressInfo } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server';
import type { Mail, MailStore } from './store.ts';

const MAX_MAIL_BYTES = 5 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 500;
const SOCKET_TIMEOUT_MS = 30_000;

export type SmtpSink = { port: number; close(): Promise<void> };

/** Accepts every mail and delivers none. */
export async function startSmtpSink(options: {
  host: string;
  port: number;
  now: () => Date;
  store: MailStore;
  onError: (error: Error) => void;
}): Promise<SmtpSink> {
  const server = new SMTPServer({
    banner: 'Tamga sandbox mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    closeTimeout: CLOSE_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    logger: false,
    onData(stream, session, callback) {
      receive(stream, session.envelope, options.now)
        .then((mail) => {
          options.store.add(mail);
          callback(null, 'kept in the sandbox mailbox');
        })
        .catch((error: unknown) => callback(toError(error)));
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // A client that disconnects raises a server error; without a listener it would end the process.
  server.on('error', options.onError);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function receive(
  stream: SMTPServerDataStream,
  envelope: SMTPServerEnvelope,
  now: () => Date,
): Promise<Omit<Mail, 'id'>> {
  const chunks: Buffer[] = [];
  // SMTP requires reading an oversized message to its end, but it is no longer stored.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw tooLarge();
  const parsed = await PostalMime.parse(Buffer.concat(chunks));
  return {
    // The envelope instead of the header: it includes blind copies and is the real destination.
    to: envelope.rcptTo.map((recipient) => recipient.address),
    from: formatSender(parsed.from) ?? (envelope.mailFrom ? envelope.mailFrom.address : ''),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? null,
    received_at: now().toISOString(),
  };
}

function formatSender(from: Address | undefined): string | undefined {
  if (!from?.address) return undefined;
  return from.name ? `${from.name} <${from.address}>` : from.address;
}

function tooLarge(): Error {
  return Object.assign(new Error('The mail is larger than 5 MB; send a smaller one'), { responseCode: 552 });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
