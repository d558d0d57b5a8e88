import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { notify } from '../notifications/index.ts';
import {
  deleteOwner,
  findClient,
  insertOwner,
  isOwner,
  listOwners,
  lockClient,
} from '../oauth-clients/index.ts';
import { findUserByNationalId, joinNames } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { OwnerView } from './schemas.ts';

const maxOwners = 20;

/** Somebody else's application does not exist for the caller. */
export async function requireOwner(db: Reader | Tx, clientId: string, userId: string): Promise<void> {
  if (!(await isOwner(db, clientId, userId))) fail(kernelErrors.not_found);
}

export async function viewOwners(db: Reader | Tx, clientId: string): Promise<OwnerView[]> {
  if ((await findClient(db, clientId)) === undefined) fail(kernelErrors.not_found);
  return (await listOwners(db, clientId)).map(({ user_id, added_at, first_name, last_name }) => ({
    user_id,
    added_at,
    name: joinNames(last_name, first_name),
  }));
}

/** The person is told, because an owner can rotate the secret and see the use. */
export async function addOwner(
  tx: WriteTx,
  clientId: string,
  nationalId: string,
): Promise<OwnerView | Unchanged<OwnerView>> {
  const client = await lockClient(tx, clientId);
  const person = await findUserByNationalId(tx, nationalId.normalize('NFC').toUpperCase());
  if (person === undefined || !person.active || person.deleted_at !== null) fail(errors.person_unknown);
  const before = await viewOwners(tx, clientId);
  const already = before.find(({ user_id: id }) => id === person.id);
  if (already !== undefined) return unchanged(already);
  if (before.length >= maxOwners) fail(errors.too_many_owners);
  await insertOwner(tx, clientId, person.id, tx.now);
  tx.audit(events.ownerAdded, { target: clientId, metadata: { user_id: person.id } });
  await notify(tx, {
    userId: person.id,
    topic: 'security',
    category: 'info',
    title: { mn: 'Та аппликейшний эзэн боллоо', en: 'You are now an owner of an application' },
    body: {
      mn: `«${client.name}» аппликейшний ашиглалтыг харж, нууц түлхүүрийг нь солих боломжтой.`,
      en: `You can see the use of “${client.name}” and rotate its secret.`,
    },
    link: `/developers/applications/${clientId}`,
  });
  return {
    user_id: person.id,
    name: joinNames(person.last_name, person.first_name),
    added_at: tx.now.toISOString(),
  };
}

/** Idempotent. */
export async function removeOwner(
  tx: WriteTx,
  clientId: string,
  userId: string,
): Promise<Record<string, never> | Unchanged<Record<string, never>>> {
  await lockClient(tx, clientId);
  if (!(await deleteOwner(tx, clientId, userId))) return unchanged({});
  tx.audit(events.ownerRemoved, { target: clientId, metadata: { user_id: userId } });
  return {};
}
