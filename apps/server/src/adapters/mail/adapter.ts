import { MailError, type MailPort } from '../../modules/organisations/mail-port.ts';

export interface MailAdapterOptions {
  /** smtp://[user:password@]host[:587] or smtps://…[:465]. */
  url: string;
  from: string;
  /** False only in development, where the relay of the sandbox offers no TLS. */
  requireTls: boolean;
  now: () => Date;
  /** Timeout of connecting, TLS included, and of each silence after it. */
  timeoutMs?: number;
}

/** Submits each mail on a separate connection (RFC 6409); the calling job retries. */
export function createMailAdapter(options: MailAdapterOptions): MailPort {
  const url = new URL(options.url);
  const secure = url.protocol === 'smtps:';
  const hasLogin = url.username !== '';
  const timeout = options.timeoutMs ?? 20_000;
  const connection = {
    // A URL wraps an IPv6 host in brackets, which no resolver accepts.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    // A password is never sent unencrypted, and a relay that offers no login does not get the mail without
    // one.
    requireTLS: !secure && (options.requireTls || hasLogin),
    ...(hasLogin
      ? {
          forceAuth: true,
          auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
        }
      : {}),
    name: 'tamga',
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    send: async ({ to, subject, text }) => {
      checkAddress(to);
      const message = {
        envelope: { from: options.from, to: [to] },
        // An object is used unchanged; a string would be parsed for further addresses.
        from: { name: '', address: options.from },
        to: { name: '', address: to },
        subject,
        text,
        date: options.now(),
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      // Loaded with the first mail: a worker sends it, and few processes are one.
      const { createTransport } = await import('nodemailer');
      await createTransport(connection)
        .sendMail(message)
        .catch((error: unknown) => {
          throw new MailError(describeFailure(error));
        });
    },
  };
}

/** Code, command and reply code only: the library's message quotes the relay, and a relay quotes addresses. */
function describeFailure(error: unknown): string {
  const { code, originalCode, command, responseCode } = error as {
    code?: string;
    originalCode?: string;
    command?: string;
    responseCode?: number;
  };
  const step = command === undefined ? '' : ` at ${command}`;
  const answer = responseCode === undefined ? '' : `, answered ${responseCode}`;
  return `${originalCode ?? code ?? 'failed'}${step}${answer}`;
}

/** Stricter than the library, which trims an address, encodes its domain and sends other letters with SMTPUTF8. */
function checkAddress(address: string): void {
  if (!/^[\x21-\x7e]{3,254}$/.test(address) || /[<>]/.test(address))
    throw new MailError('the address cannot be written to');
}
