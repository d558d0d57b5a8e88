import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { membersChanged } from './membership.ts';
import { findBySlug, insertMember, insertTenant } from './store.ts';
import { tellQueue } from './telling.ts';

/** Two characters beside the spaces around them, and nothing that cannot be seen. */
export function isTenantName(name: string): boolean {
  return name.trim().length >= 2 && name.length <= 200 && !/\p{Cc}/u.test(name);
}

export function isSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/.test(slug);
}

/** An organisation without a founder, known by its slug. One that has the slug already is left as it is. */
export async function createTenant(
  tx: WriteTx,
  given: { slug: string; name: string },
): Promise<{ id: string; created: boolean }> {
  const inserted = await insertTenant(tx, { slug: given.slug, name: given.name.trim(), now: tx.now });
  if (inserted !== undefined) return { id: inserted.id, created: true };
  const known = await findBySlug(tx, given.slug);
  if (known === undefined) throw new Error('a slug is taken by an organisation that is not there');
  return { id: known.id, created: false };
}

/** The first administrator is its owner: without one nobody could ever appoint another. */
export async function appointAdministrator(tx: WriteTx, orgId: string, userId: string): Promise<void> {
  await insertMember(tx, { orgId, userId, role: 'owner', now: tx.now });
  tx.enqueue(tellQueue, {
    kind: 'role_changed',
    org_id: orgId,
    user_id: userId.toLowerCase(),
    role: 'owner',
  });
  tx.publish(membersChanged, { org_id: orgId });
}
