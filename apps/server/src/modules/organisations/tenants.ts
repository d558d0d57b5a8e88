import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { membersChanged } from './membership.ts';
import { noticeQueue } from './notices.ts';
import { findBySlug, insertMember, insertTenant } from './store.ts';

/** At least two visible characters and no control characters. */
export function isTenantName(name: string): boolean {
  return name.trim().length >= 2 && name.length <= 200 && !/\p{Cc}/u.test(name);
}

export function isSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/.test(slug);
}

/** An organisation without a founder, identified by its slug; an existing one stays unchanged. */
export async function createTenant(
  tx: WriteTx,
  given: { slug: string; name: string },
): Promise<{ id: string; created: boolean }> {
  const inserted = await insertTenant(tx, { slug: given.slug, name: given.name.trim(), now: tx.now });
  if (inserted !== undefined) return { id: inserted.id, created: true };
  const known = await findBySlug(tx, given.slug);
  if (known === undefined) throw new Error('the organisation with this slug is missing');
  return { id: known.id, created: false };
}

/** The first administrator is the owner: without one nobody could appoint others. */
export async function appointAdministrator(tx: WriteTx, orgId: string, userId: string): Promise<void> {
  await insertMember(tx, { orgId, userId, role: 'owner', appointedBy: null, now: tx.now });
  tx.enqueue(noticeQueue, {
    kind: 'role_changed',
    org_id: orgId,
    user_id: userId.toLowerCase(),
    role: 'owner',
  });
  tx.publish(membersChanged, { org_id: orgId });
}
