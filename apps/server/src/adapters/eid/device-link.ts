import { createHmac } from 'node:crypto';
import type { EidLanguage, EidSession } from '../../modules/identity/eid-port.ts';
import type { RelyingParty } from './check-signature.ts';

const LANGUAGES: Readonly<Record<EidLanguage, string>> = { mn: 'mon', en: 'eng' };

/** eid-protocol, The device link: «A QR is redrawn every second». */
const QR_REDRAW_SECONDS = 1;

export function qrAt(party: RelyingParty, session: EidSession, at: Date, language: EidLanguage) {
  const elapsedSeconds = Math.max(0, Math.floor((at.getTime() - session.startedAtMs) / 1000));
  const text = protectedLink(party, session, language, `deviceLinkType=QR&elapsedSeconds=${elapsedSeconds}`);
  return { text, expiresInSeconds: QR_REDRAW_SECONDS };
}

export function deepLinkOf(party: RelyingParty, session: EidSession, language: EidLanguage): string {
  return protectedLink(party, session, language, 'deviceLinkType=Web2App');
}

/**
 * eid-protocol, The device link and its authCode. The order of the parameters is part of the protocol, and the
 * secret never leaves the server: the link carries only its HMAC.
 */
function protectedLink(
  party: RelyingParty,
  session: EidSession,
  language: EidLanguage,
  kind: string,
): string {
  if (!session.device) throw new Error('A session started by notification has no device link');
  const { deviceLinkBase, sessionToken, sessionSecret } = session.device;
  const unprotected = `${deviceLinkBase}?${kind}&sessionToken=${sessionToken}&sessionType=auth&version=1.0&lang=${LANGUAGES[language]}`;
  const covered = [
    party.scheme,
    'ACSP_V2',
    session.rpChallenge,
    Buffer.from(party.rpName, 'utf8').toString('base64'),
    '',
    session.interactions,
    session.callbackUrl ?? '',
    unprotected,
  ].join('|');
  const authCode = createHmac('sha256', Buffer.from(sessionSecret, 'base64'))
    .update(covered)
    .digest('base64url');
  return `${unprotected}&authCode=${authCode}`;
}
