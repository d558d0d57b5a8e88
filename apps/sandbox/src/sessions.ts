import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CertificateLevel } from './certificate-level.ts';
import type { Citizen } from './citizens.ts';

/** An ended session stays readable this long. */
const READABLE_MS = 10 * 60_000;

export type SessionKind = 'auth' | 'sign';
export type SessionStart = 'device-link' | 'notification';
export type DeviceLinkType = 'QR' | 'Web2App' | 'App2App';
export type FlowType = DeviceLinkType | 'Notification';

export interface RelyingParty {
  uuid: string;
  name: string;
  /** Whether the relying party may see the register number. */
  mayHaveRegNo: boolean;
}

/** A validated start call. Strings that are signed later are kept exactly as sent. */
export interface SessionRequest {
  kind: SessionKind;
  start: SessionStart;
  relyingParty: RelyingParty;
  level: CertificateLevel;
  protocol: 'ACSP_V2' | 'RAW_DIGEST_SIGNATURE';
  /** `rpChallenge` or `digest`. */
  challenge: string;
  interactions: string;
  interactionType: string;
  text: string;
  callbackUrl: string | null;
}

/** The poll answer of an ended session, from `result` on. */
export interface Outcome {
  result: { endResult: string; documentNumber?: string };
  [part: string]: unknown;
}

export interface Session extends SessionRequest {
  id: string;
  token: string;
  secret: Buffer;
  verificationCode: string;
  startedAt: Date;
  expiresAt: Date;
  /** The only person who may claim it, if the start named one. */
  expected: Citizen | null;
  /** The current person: set at once for a notification, after the scan for a device link. */
  citizen: Citizen | null;
  flowType: FlowType | null;
  deviceSeen: boolean;
  outcome: Outcome | null;
  endedAt: Date | null;
}

interface Held {
  session: Session;
  seenAnswered: boolean;
  waiters: Set<() => void>;
}

export interface Sessions {
  create(request: SessionRequest, expected: Citizen | null): Session;
  find(id: string): Session | null;
  findByToken(token: string): Session | null;
  listPending(): Session[];
  /** A device has claimed the session: held polls are answered once. */
  markSeen(session: Session, flowType: FlowType): void;
  end(session: Session, outcome: Outcome): void;
  /** Waits until there is news, the time is up, or the caller is `gone`. */
  hold(session: Session, ms: number, gone: AbortSignal): Promise<void>;
  release(): void;
}

function computeVerificationCode(challenge: string): string {
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64')).digest();
  return String(hash.readUInt16BE(30) % 10_000).padStart(4, '0');
}

export function createSessions(now: () => Date, ttlSeconds: number): Sessions {
  const byId = new Map<string, Held>();
  const byToken = new Map<string, Held>();
  let released = false;

  function wakeAll(held: Held): void {
    for (const wake of [...held.waiters]) wake();
  }

  function finish(held: Held, outcome: Outcome, at: Date): void {
    held.session.outcome = outcome;
    held.session.endedAt = at;
    wakeAll(held);
  }

  /** Expiry is checked on read, so that the injected clock decides and no timer is needed. */
  function settle(held: Held): Held | null {
    const { session } = held;
    if (!session.outcome && now() >= session.expiresAt) {
      finish(held, { result: { endResult: 'TIMEOUT' } }, session.expiresAt);
    }
    if (session.endedAt && now().getTime() - session.endedAt.getTime() > READABLE_MS) {
      byId.delete(session.id);
      byToken.delete(session.token);
      return null;
    }
    return held;
  }

  function heldOf(session: Session): Held {
    const held = byId.get(session.id);
    if (!held) throw new Error('The session is not one of ours.');
    return held;
  }

  return {
    create(request, expected) {
      for (const held of [...byId.values()]) settle(held);
      const startedAt = now();
      const session: Session = {
        ...request,
        id: randomUUID(),
        token: randomBytes(24).toString('base64url'),
        secret: randomBytes(32),
        verificationCode: computeVerificationCode(request.challenge),
        startedAt,
        expiresAt: new Date(startedAt.getTime() + ttlSeconds * 1000),
        expected,
        citizen: request.start === 'notification' ? expected : null,
        flowType: request.start === 'notification' ? 'Notification' : null,
        deviceSeen: false,
        outcome: null,
        endedAt: null,
      };
      const held: Held = { session, seenAnswered: false, waiters: new Set() };
      byId.set(session.id, held);
      byToken.set(session.token, held);
      return session;
    },

    find(id) {
      const held = byId.get(id);
      return (held && settle(held)?.session) ?? null;
    },

    findByToken(token) {
      const held = byToken.get(token);
      return (held && settle(held)?.session) ?? null;
    },

    listPending() {
      return [...byId.values()].flatMap((held) => {
        const session = settle(held)?.session;
        return session && !session.outcome ? [session] : [];
      });
    },

    markSeen(session, flowType) {
      if (session.deviceSeen) return;
      session.deviceSeen = true;
      session.flowType = flowType;
      wakeAll(heldOf(session));
    },

    end(session, outcome) {
      finish(heldOf(session), outcome, now());
    },

    async hold(session, ms, gone) {
      const held = heldOf(session);
      if (!session.outcome && !(session.deviceSeen && !held.seenAnswered) && !released) {
        const leftMs = Math.max(0, session.expiresAt.getTime() - now().getTime());
        await new Promise<void>((resolve) => {
          const wake = () => {
            clearTimeout(timer);
            held.waiters.delete(wake);
            resolve();
          };
          const timer = setTimeout(wake, Math.min(ms, leftMs + 1));
          held.waiters.add(wake);
          gone.addEventListener('abort', wake);
        });
      }
      settle(held);
      // An answer that was not received does not count as the report about the device.
      if (session.deviceSeen && !gone.aborted) held.seenAnswered = true;
    },

    release() {
      released = true;
      for (const held of byId.values()) wakeAll(held);
    },
  };
}
