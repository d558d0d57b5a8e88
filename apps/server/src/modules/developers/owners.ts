import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
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
import {
  findOfferedClient,
  listOffers,
  type OfferRow,
  takeOffer,
  withdrawOffer,
  withdrawOffersOf,
  writeOffer,
} from './owner-offer-store.ts';
import type { OfferView, OwnerView } from './schemas.ts';

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

const offerMs = 14 * 24 * 3_600_000;
const maxOffers = 50;

/**
 * The answer repeats only what the caller wrote, masked: a register number gives nobody a name, and does not tell
 * whether its holder has an account. A person with one is told, and becomes an owner by accepting.
 */
export async function offerOwnership(tx: WriteTx, clientId: string, given: string): Promise<OfferView> {
  const client = await lockClient(tx, clientId);
  const nationalId = given.normalize('NFC').toUpperCase();
  if ((await listOffers(tx, clientId, tx.now)).length >= maxOffers) fail(errors.too_many_owners);
  const expiresAt = new Date(tx.now.getTime() + offerMs);
  const offer =
    (await writeOffer(tx, { clientId, nationalId, now: tx.now, expiresAt })) ?? fail(kernelErrors.conflict);
  tx.audit(events.ownerOffered, { target: clientId });
  const person = await findUserByNationalId(tx, nationalId);
  if (person?.active === true && person.deleted_at === null)
    await notify(tx, {
      userId: person.id,
      topic: 'security',
      category: 'info',
      title: { mn: 'Таныг аппликейшний эзнээр урилаа', en: 'You are invited to own an application' },
      body: {
        mn: `«${client.name}» аппликейшний ашиглалтыг харж, нууц түлхүүрийг нь солих эрх олгоно. Хүлээн авах хүртэл хэн ч таны нэрийг харахгүй.`,
        en: `As an owner you see the use of “${client.name}” and rotate its secret. Nobody sees your name until you accept.`,
      },
      link: '/developers/applications',
    });
  return viewOffer(offer);
}

export const viewOffer = ({ national_id: register, ...row }: OfferRow): OfferView => ({
  ...row,
  register: `${register.slice(0, 2)}${'•'.repeat(register.length - 4)}${register.slice(-2)}`,
});

export async function acceptOwnership(
  tx: WriteTx,
  answer: { id: string; userId: string },
): Promise<Record<string, never>> {
  const { userId } = answer;
  const asked = { ...answer, now: tx.now };
  // The client is locked first, as by a withdrawal: the other order could deadlock.
  await lockClient(tx, (await findOfferedClient(tx, asked)) ?? fail(kernelErrors.not_found));
  const clientId = (await takeOffer(tx, asked)) ?? fail(kernelErrors.not_found);
  if ((await viewOwners(tx, clientId)).length >= maxOwners) fail(errors.too_many_owners);
  if (!(await isOwner(tx, clientId, userId))) await insertOwner(tx, clientId, userId, tx.now);
  tx.audit(events.ownerAdded, { target: clientId, metadata: { user_id: userId } });
  return {};
}

export async function declineOwnership(
  tx: WriteTx,
  answer: { id: string; userId: string },
): Promise<Record<string, never>> {
  const clientId = (await takeOffer(tx, { ...answer, now: tx.now })) ?? fail(kernelErrors.not_found);
  tx.audit(events.ownerDeclined, { target: clientId });
  return {};
}

/**
 * `id` is an owner, or an invitation that is still open. Anything else is not found: an answer that depends on the
 * register number of a person who is no owner would tell whom an invitation is for.
 */
export async function removeOwner(tx: WriteTx, clientId: string, id: string): Promise<Record<string, never>> {
  await lockClient(tx, clientId);
  if (await deleteOwner(tx, clientId, id)) {
    await withdrawOffersOf(tx, clientId, id);
    tx.audit(events.ownerRemoved, { target: clientId, metadata: { user_id: id } });
  } else if (await withdrawOffer(tx, clientId, id)) {
    tx.audit(events.ownerOfferWithdrawn, { target: clientId });
  } else fail(kernelErrors.not_found);
  return {};
}
