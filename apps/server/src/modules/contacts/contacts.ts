import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { notify } from '../notifications/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { CodeView, ContactsView, Kind } from './schemas.ts';
import {
  allowedTries,
  findContacts,
  findContactsForUpdate,
  keepMessage,
  listWaiting,
  type OwnContacts,
  putCode,
  takeSend,
  tryCode,
  writeContact,
} from './store.ts';
import { changeNotices, type Written, writeCode, writeLoss } from './texts.ts';

export const messagePurpose = 'contacts.message';
export const messageQueue = 'contacts.message';

const codeLifeMs = 10 * 60_000;
const noticeLifeMs = 24 * 3_600_000;
/** Of one person, whatever they enter: it bounds guesses and costs. */
const ownAllowance = { hour: 5, day: 20 };
/** Of one address, whoever asks: nobody can flood a phone. */
const addressAllowance = { hour: 3, day: 8 };

export interface ContactDeps {
  keyring: Keyring;
  /** Key of the hashes of codes and addresses. */
  hashKey: string;
  platformName: string;
  appOrigin: string;
  offers: Record<Kind, boolean>;
  phonePrefixes: readonly string[];
}

export interface Message extends Written {
  kind: Kind;
  to: string;
}

export async function viewContacts(
  deps: ContactDeps,
  db: Reader | WriteTx,
  userId: string,
  now: Date,
): Promise<ContactsView> {
  const [contacts, waiting] = [
    (await findContacts(db, userId)) ?? fail(kernelErrors.not_found),
    await listWaiting(db, userId, now),
  ];
  const view = (kind: Kind) => {
    const code = waiting.find((each) => each.kind === kind);
    return {
      ...contactOf(contacts, kind),
      offered: deps.offers[kind],
      ...(code === undefined ? {} : { waiting: { address: code.address, expires_at: code.expires_at } }),
    };
  };
  return { email: view('email'), phone: view('phone') };
}

function contactOf(contacts: OwnContacts, kind: Kind): { address: string; proven: boolean } {
  return kind === 'email'
    ? { address: contacts.email, proven: contacts.email_verified && contacts.email !== '' }
    : { address: contacts.phone, proven: contacts.phone !== '' };
}

export async function askCode(
  deps: ContactDeps,
  tx: WriteTx,
  actor: Actor,
  asked: { kind: Kind; address: string },
): Promise<CodeView> {
  const { kind } = asked;
  if (!deps.offers[kind]) fail(errors.contact_not_configured);
  const address = kind === 'phone' ? readNumber(deps, asked.address) : readEmail(asked.address);
  const now = tx.now;
  const isAllowed = await takeSend(tx, {
    targetHash: hash(deps, `asker|${actor.userId}`),
    now,
    ...ownAllowance,
  });
  if (!isAllowed) fail(kernelErrors.rate_limited, { retryAfterSeconds: 3600 });
  // The answer is the same when the address had its share: it must not tell what others asked for.
  const sent = await takeSend(tx, {
    targetHash: hash(deps, `${kind}|${address.toLowerCase()}`),
    now,
    ...addressAllowance,
  });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(now.getTime() + codeLifeMs);
  const codeHash = hashCode(deps, { userId: actor.userId, kind, code });
  await putCode(tx, { userId: actor.userId, kind, address, codeHash, now, expiresAt });
  if (sent)
    await post(deps, tx, actor.userId, {
      kind,
      to: address,
      ...writeCode(kind, code, deps.platformName),
      lifeMs: codeLifeMs,
    });
  tx.audit(events.codeAsked, { target: actor.userId, metadata: { kind, sent } });
  return { address, expires_at: expiresAt.toISOString() };
}

export async function confirmCode(
  deps: ContactDeps,
  tx: WriteTx,
  actor: Actor,
  given: { kind: Kind; code: string },
): Promise<ContactsView | Refused> {
  const { userId } = actor;
  const { kind } = given;
  const codeHash = hashCode(deps, { userId, ...given });
  const tried = await tryCode(tx, { userId, kind, codeHash, now: tx.now });
  if (tried === undefined) fail(errors.code_over);
  if (!tried.matched) {
    const triesLeft = allowedTries - tried.tries;
    tx.audit(events.codeRefused, { target: userId, metadata: { kind, tries_left: triesLeft } });
    return refused(errors.code_wrong, { data: { tries_left: triesLeft } });
  }
  const replaced = await replaceContact(deps, tx, userId, { kind, address: tried.address });
  tx.audit(events.proven, { target: userId, metadata: { kind, replaced } });
  return viewContacts(deps, tx, userId, tx.now);
}

export async function removeContact(
  deps: ContactDeps,
  tx: WriteTx,
  actor: Actor,
  kind: Kind,
): Promise<ContactsView> {
  const contacts = (await findContacts(tx, actor.userId)) ?? fail(kernelErrors.not_found);
  if (contactOf(contacts, kind).address === '') fail(kernelErrors.not_found);
  await replaceContact(deps, tx, actor.userId, { kind, address: '' });
  tx.audit(events.removed, { target: actor.userId, metadata: { kind } });
  return viewContacts(deps, tx, actor.userId, tx.now);
}

/** Tells the earlier contact and the portal; true when there was a proven one. */
async function replaceContact(
  deps: ContactDeps,
  tx: WriteTx,
  userId: string,
  next: { kind: Kind; address: string },
): Promise<boolean> {
  const { kind, address } = next;
  const contacts = (await findContactsForUpdate(tx, userId)) ?? fail(kernelErrors.not_found);
  const before = contactOf(contacts, kind);
  await writeContact(tx, kind, { userId, address, now: tx.now });
  const isLost = before.proven && before.address !== address;
  if (isLost && deps.offers[kind])
    await post(deps, tx, userId, {
      kind,
      to: before.address,
      ...writeLoss(kind, deps.platformName, deps.appOrigin),
      lifeMs: noticeLifeMs,
    });
  if (before.address !== address)
    await notify(tx, {
      userId,
      topic: 'security',
      category: 'warning',
      ...changeNotices[kind],
      link: '/account/security',
    });
  return isLost;
}

/** Sealed until a job sends it: the queue holds no address. */
export async function post(
  deps: Pick<ContactDeps, 'keyring'>,
  tx: WriteTx,
  userId: string,
  { lifeMs, ...message }: Message & { lifeMs: number },
): Promise<void> {
  const id = randomUUID();
  const sealed = deps.keyring.seal(JSON.stringify(message), messagePurpose);
  await keepMessage(tx, { id, userId, sealed, expiresAt: new Date(tx.now.getTime() + lifeMs) });
  tx.enqueue(messageQueue, { id });
}

function readNumber(deps: ContactDeps, given: string): string {
  const digits = given.replace(/[^+0-9]/g, '');
  const number = digits.startsWith('+') ? digits : `+976${digits}`;
  const isWhole = /^\+[1-9][0-9]{7,14}$/.test(number) && (!number.startsWith('+976') || number.length === 12);
  if (!isWhole || !deps.phonePrefixes.some((prefix) => number.startsWith(prefix)))
    fail(errors.number_not_served);
  return number;
}

/** Only the domain: the part before it may tell letter cases apart. */
function readEmail(given: string): string {
  const at = given.lastIndexOf('@');
  return given.slice(0, at) + given.slice(at).toLowerCase();
}

const hash = (deps: ContactDeps, text: string): string =>
  createHmac('sha256', deps.hashKey).update(`contacts|${text}`).digest('base64url');

const hashCode = (deps: ContactDeps, { userId, kind, code }: { userId: string; kind: Kind; code: string }) =>
  hash(deps, `code|${userId}|${kind}|${code}`);
