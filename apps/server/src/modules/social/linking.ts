import { createHash, randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { LinkOnSignIn, SocialLink } from '../identity/index.ts';
import { findSuperadminBySocial, type SocialProof } from '../superadmin/index.ts';
import { type SocialAccount, type UserRowDeps, userChanged } from '../users/index.ts';
import { events } from './events.ts';
import type { LinkView } from './schemas.ts';
import {
  cutOffTokens,
  deleteLinks,
  findLink,
  findOwnLink,
  insertLink,
  insertLinkToken,
  takeLinkToken,
  writeProvenEmail,
} from './store.ts';

const lifeMs = 15 * 60_000;
export const linkTokenPurpose = 'social-link-token';
export const accountPurpose = 'social-account';

/** Keeps a proven account for the fifteen minutes in which its person may prove their identity by eID. */
export async function offerLink(
  deps: { keyring: Keyring },
  tx: WriteTx,
  proof: SocialProof,
): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await insertLinkToken(tx, {
    hash: hashToken(token),
    sealed: deps.keyring.seal(JSON.stringify(proof), linkTokenPurpose),
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  });
  tx.audit(events.linkOffered, { metadata: { provider: providerOf(proof.issuer) } });
  return token;
}

/** Called by identity after an eID sign-in; returns the outcome and never throws because of the token. */
export function createLinkOnSignIn(deps: { keyring: Keyring }): LinkOnSignIn {
  return {
    events: [events.linked, events.linkRefused],
    link: async (tx, userId, token) => {
      const taken = await takeLinkToken(tx, hashToken(token), tx.now);
      if (taken === undefined) return 'expired';
      const proof = JSON.parse(deps.keyring.open(taken.sealed, linkTokenPurpose)) as SocialProof;
      const outcome = await joinAccount(deps, tx, userId, proof);
      if (outcome !== 'linked')
        tx.audit(events.linkRefused, { target: userId, metadata: { reason: outcome } });
      return outcome;
    },
  };
}

async function joinAccount(
  deps: { keyring: Keyring },
  tx: WriteTx,
  userId: string,
  proof: SocialProof,
): Promise<SocialLink> {
  // The account's owner may have become a super administrator since the token was issued.
  if ((await findSuperadminBySocial(tx, proof)) !== undefined) return 'already_linked_elsewhere';
  const provider = providerOf(proof.issuer);
  const inserted = await insertLink(tx, {
    userId,
    provider,
    issuer: proof.issuer,
    subject: proof.subject,
    emailMasked: maskEmail(proof.email),
    sealed: deps.keyring.seal(JSON.stringify(describe(proof)), accountPurpose),
    now: tx.now,
  });
  if (!inserted) {
    const holder = await findLink(tx, proof);
    if (holder?.user_id === userId) return 'linked';
    return holder === undefined ? 'another_linked' : 'already_linked_elsewhere';
  }
  if (proof.emailVerified) await writeProvenEmail(tx, userId, { email: proof.email, now: tx.now });
  tx.audit(events.linked, { target: userId, subject: userId, metadata: { provider } });
  tx.publish(userChanged, { user_id: userId });
  return 'linked';
}

/**
 * A person may unlink because an attacker signed in with that account, so the cutoff of a changed credential
 * (contract 2.2) ends every session, even the caller's: the person signs in again with eID.
 */
export async function unlink(
  tx: WriteTx,
  userId: string,
  provider: string | undefined,
): Promise<Record<string, never> | Unchanged<Record<string, never>>> {
  const removed = await deleteLinks(tx, userId, provider);
  if (removed.length === 0) return unchanged({});
  await cutOffTokens(tx, userId, tx.now);
  for (const link of removed)
    tx.audit(events.unlinked, { target: userId, metadata: { provider: link.provider } });
  tx.publish(userChanged, { user_id: userId });
  return {};
}

export async function showLink(db: Reader, userId: string, provider: string | undefined): Promise<LinkView> {
  const link = await findOwnLink(db, userId);
  if (link === undefined) return { linked: false, provider: provider ?? null };
  const { sealed: _own, ...shown } = link;
  return { linked: true, ...shown };
}

type Description = Omit<SocialAccount, 'provider' | 'linked_at'>;

/** A token issued before names were read has none. */
function describe({ email, emailVerified, name = '', picture = '' }: SocialProof): Description {
  return { email, email_verified: emailVerified, name, picture };
}

/**
 * The linked account for the profile, which every page reads; older links have only the masked address. The cache
 * holds the sealed row, never what it seals.
 */
export function createSocialAccounts({
  database,
  bus,
  keyring,
}: {
  database: Database;
  bus: Bus;
  keyring: Keyring;
}): UserRowDeps['socialOf'] {
  const reader = database.pipelined(systemIdentity);
  const links = createBusCache(bus, async (userId) => (await findOwnLink(reader, userId)) ?? 'none');
  bus.on(userChanged, (payload) => links.forget(String(payload['user_id'])));
  return async (userId) => {
    const link = links.get(userId) ?? (await links.load(userId));
    if (link === 'none') return undefined;
    const { provider, linked_at, email_masked, sealed } = link;
    const about: Description =
      sealed === null
        ? { email: email_masked, email_verified: false, name: '', picture: '' }
        : (JSON.parse(keyring.open(sealed, accountPurpose)) as Description);
    return { provider, linked_at, ...about };
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function providerOf(issuer: string): string {
  return new URL(issuer).host;
}

/** Enough for its owner to recognise it. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
