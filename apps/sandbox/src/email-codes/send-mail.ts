import { createConnection } from 'node:net';

const TIMEOUT_MS = 5_000;

export interface OutgoingMail {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/**
 * Delivers one plain mail over SMTP (RFC 5321) to the mailbox beside it: no queue, no encryption, no retry.
 * An address with a line break could inject an SMTP command, so it is rejected.
 */
export async function sendMail(server: { host: string; port: number }, mail: OutgoingMail): Promise<void> {
  if (/[\r\n<>]/.test(mail.to + mail.from)) throw new Error('an address holds what no address may');
  const steps = [
    { say: '', expect: 220 },
    { say: 'EHLO sandbox', expect: 250 },
    { say: `MAIL FROM:<${mail.from}>`, expect: 250 },
    { say: `RCPT TO:<${mail.to}>`, expect: 250 },
    { say: 'DATA', expect: 354 },
    { say: `${compose(mail)}\r\n.`, expect: 250 },
    { say: 'QUIT', expect: 221 },
  ];
  const socket = createConnection({ ...server, timeout: TIMEOUT_MS });
  socket.on('timeout', () => socket.destroy(new Error('the mailbox did not answer')));
  let waiting = steps.shift();
  let buffered = '';
  for await (const chunk of socket) {
    buffered += chunk;
    const lines = buffered.split('\r\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      // "250-" continues a reply, "250 " ends it.
      if (line[3] === '-' || waiting === undefined) continue;
      if (Number(line.slice(0, 3)) !== waiting.expect) {
        socket.destroy();
        throw new Error(`the mailbox answered ${line.slice(0, 80)}`);
      }
      waiting = steps.shift();
      if (waiting === undefined) socket.end();
      else socket.write(`${waiting.say}\r\n`);
    }
  }
  if (waiting !== undefined) throw new Error('the mailbox hung up');
}

/** Base64 keeps lines short and free of leading dots, which would end an SMTP message. */
function compose(mail: OutgoingMail): string {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  return [
    `From: Tamga <${mail.from}>`,
    `To: ${mail.to}`,
    `Subject: =?UTF-8?B?${encode(mail.subject)}?=`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(encode(mail.text).match(/.{1,76}/g) ?? []),
  ].join('\r\n');
}
