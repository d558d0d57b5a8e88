import type { Tx } from '../../kernel/db/database.ts';
import type { Severity } from './schemas.ts';
import { insertSecurityEvent } from './store.ts';

/** Kinds that only the platform itself records; no caller may report under these names. */
export const serverKinds = [
  'refresh_reuse',
  'account_locked',
  'csrf_failed',
  'privilege_denied',
  'totp_replay',
  'oauth_code_reuse',
  'audit_chain_broken',
  'console_wrong_host',
  'file_infected',
  'relay_id_reuse',
  'fact_other_person',
] as const;
export type ServerKind = (typeof serverKinds)[number];

export interface SecurityFacts {
  /** The person concerned; set only when the transaction has that person's or the system identity. */
  userId?: string | null;
  ip?: string;
  userAgent?: string;
  /** Names and numbers of our own: no token, no national id, nothing that a caller wrote. */
  detail?: Record<string, string | number | boolean | null>;
}

/** Records a security event in the transaction that detected it. */
export async function recordSecurityEvent(
  tx: Tx & { readonly now: Date },
  kind: ServerKind,
  severity: Severity,
  facts: SecurityFacts = {},
): Promise<void> {
  await insertSecurityEvent(tx, {
    receivedAt: tx.now,
    userId: facts.userId ?? null,
    kind,
    severity,
    source: 'tamga',
    ip: facts.ip?.slice(0, 64) ?? null,
    userAgent: facts.userAgent?.slice(0, 300) ?? null,
    detail: facts.detail === undefined ? null : JSON.stringify(facts.detail),
  });
}

/** The interface that sign-in uses to raise an alarm; both kinds mean an attack on an account. */
export function recordAlarm(
  tx: Tx & { readonly now: Date },
  alarm: {
    kind: 'refresh_reuse' | 'account_locked';
    userId: string;
    from?: { readonly ip: string; readonly userAgent: string } | undefined;
  },
): Promise<void> {
  return recordSecurityEvent(tx, alarm.kind, 'high', {
    userId: alarm.userId,
    ...(alarm.from === undefined ? {} : { ip: alarm.from.ip, userAgent: alarm.from.userAgent }),
  });
}
