import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';

const methods = ['eid', 'social', 'sso', 'mfa'] as const;

const device = {
  /** Names of products, such as Firefox; empty when the browser did not say. */
  browser: Type.String(),
  system: Type.String(),
  ip: Type.String(),
};

export const OwnSession = Type.Object({
  id: Id,
  current: Type.Boolean(),
  method: oneOf(...methods),
  ...device,
  created_at: Timestamp,
  /** When its tokens were last renewed, at most some minutes before its last use. */
  used_at: Timestamp,
  expires_at: Timestamp,
});
export type OwnSession = Static<typeof OwnSession>;
export const SessionList = listOf(OwnSession);
export const EndedCount = Type.Object({ ended: Type.Integer() });

/** The kinds of the security history, which the portal says in words. */
export const kinds = [
  'sign_in',
  'sign_in_failed',
  'session_ended',
  'sessions_ended',
  'session_reused',
  'contact_proven',
  'contact_removed',
  'contact_code_wrong',
  'social_linked',
  'social_unlinked',
  'app_allowed',
  'app_withdrawn',
  'data_asked',
  'data_downloaded',
  'erasure_asked',
  'erasure_withdrawn',
  'number_changed',
  'number_passed',
] as const;
export type HistoryKind = (typeof kinds)[number];

export const HistoryQuery = strict(pageQuery);
export const HistoryEntry = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  kind: oneOf(...kinds),
  ...device,
  method: Type.Optional(oneOf(...methods)),
  /** The code of the failure. */
  reason: Type.Optional(Type.String()),
  new_device: Type.Optional(Type.Literal(true)),
  contact: Type.Optional(oneOf('email', 'phone')),
  /** The name of the application. */
  application: Type.Optional(Type.String()),
});
export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryPage = pageOf(HistoryEntry);
export type HistoryPage = Static<typeof HistoryPage>;

export const names = { OwnSession, EndedSessions: EndedCount, SecurityHistoryEntry: HistoryEntry };
