import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeviceLinkType, Session } from './sessions.ts';

export const SCHEME = 'mn-eid';

/** The accepted difference between the seconds in a QR and the real age of its session. */
const QR_TOLERANCE_SECONDS = 20;

export interface DeviceLink {
  type: DeviceLinkType;
  elapsedSeconds: number | null;
  sessionToken: string;
  sessionType: 'auth' | 'sign';
  authCode: string;
  /** The link before `authCode` was added; the code covers exactly these characters. */
  unprotected: string;
}

const PARAMETERS =
  /^deviceLinkType=(?:(QR)&elapsedSeconds=(\d{1,6})|(Web2App|App2App))&sessionToken=([\w-]{1,100})&sessionType=(auth|sign)&version=1\.0&lang=(?:mon|eng)$/;
const AUTH_CODE = '&authCode=';

/** Accepts only the canonical spelling of the protocol: address, order and values. */
export function parseDeviceLink(text: string, deviceLinkBase: string): DeviceLink | null {
  const prefix = `${deviceLinkBase}?`;
  const end = text.indexOf(AUTH_CODE);
  if (!text.startsWith(prefix) || end < 0) return null;
  const found = PARAMETERS.exec(text.slice(prefix.length, end));
  const sessionToken = found?.[4];
  if (!found || sessionToken === undefined) return null;
  return {
    type: (found[1] ?? found[3]) as DeviceLinkType,
    elapsedSeconds: found[2] === undefined ? null : Number(found[2]),
    sessionToken,
    sessionType: found[5] as 'auth' | 'sign',
    authCode: text.slice(end + AUTH_CODE.length),
    unprotected: text.slice(0, end),
  };
}

function computeAuthCode(session: Session, unprotected: string): string {
  const parts = [
    SCHEME,
    session.protocol,
    session.challenge,
    Buffer.from(session.relyingParty.name).toString('base64'),
    '',
    session.interactions,
    session.callbackUrl ?? '',
    unprotected,
  ];
  return createHmac('sha256', session.secret).update(parts.join('|')).digest('base64url');
}

type LinkVerdict = 'ok' | 'forged' | 'stale';

/** The checks of the phone and the provider before a person sees anything. */
export function checkDeviceLink(session: Session, link: DeviceLink, now: Date): LinkVerdict {
  const expected = Buffer.from(computeAuthCode(session, link.unprotected));
  const given = Buffer.from(link.authCode);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  if (link.sessionType !== session.kind || session.start !== 'device-link') return 'forged';
  if (link.elapsedSeconds !== null) {
    const ageSeconds = (now.getTime() - session.startedAt.getTime()) / 1000;
    if (Math.abs(link.elapsedSeconds - ageSeconds) > QR_TOLERANCE_SECONDS) return 'stale';
  }
  return 'ok';
}
