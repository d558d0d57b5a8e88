import { randomUUID } from 'node:crypto';
import type { Mail } from '../../modules/organisations/mail-port.ts';

/**
 * One plain message (RFC 5322). Base64 keeps every line short, plain and free of a leading dot; encoded words
 * (RFC 2047) keep a line break in a name from becoming a header of its own.
 */
export function compose(mail: Mail, from: string, now: Date): string {
  return [
    `From: <${from}>`,
    `To: <${mail.to}>`,
    `Subject: ${encodeWords(mail.subject)}`,
    `Date: ${now.toUTCString().replace(/GMT$/, '+0000')}`,
    `Message-ID: <${randomUUID()}@${from.split('@')[1] ?? 'localhost'}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(mail.text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ].join('\r\n');
}

/** An encoded word has at most 75 characters and ends at a whole character: 42 bytes of text make 56 of base64. */
function encodeWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const letter of text) {
    if (Buffer.byteLength(word + letter) > 42) {
      words.push(word);
      word = '';
    }
    word += letter;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}
