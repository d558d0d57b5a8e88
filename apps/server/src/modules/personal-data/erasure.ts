import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { cutPage, type PageRequest, writePlace } from '../../kernel/http/time-cursor.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { endAuthorisationsOf } from '../authorisations/index.ts';
import { findContacts, postToContact } from '../contacts/index.ts';
import { notify } from '../notifications/index.ts';
import { type Listeners, withdrawAllConsents } from '../oidc/index.ts';
import { isSamePerson, joinNames, userChanged } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { goes, stays } from './rules.ts';
import type { ErasurePage, ErasureView } from './schemas.ts';
import {
  erasePerson,
  findOwnErasure,
  insertErasure,
  listErasures,
  lockOpenErasure,
  refuseErasure,
  withdrawErasure,
} from './store.ts';

export async function viewErasure(
  db: Reader | WriteTx,
  userId: string,
  language: Language,
): Promise<ErasureView> {
  const request = await findOwnErasure(db, userId);
  return {
    goes: goes.map((text) => text[language]),
    stays: stays.map(({ what, why }) => ({ what: what[language], why: why[language] })),
    ...(request === undefined ? {} : { request }),
  };
}

export async function askErasure(
  tx: WriteTx,
  actor: Actor,
  reason: string,
  language: Language,
): Promise<ErasureView> {
  if (actor.roleId !== roleIds.user) fail(errors.staff_account);
  const made = await insertErasure(tx, { userId: actor.userId, reason, now: tx.now });
  if (made === undefined) fail(errors.erasure_open);
  tx.audit(events.erasureAsked, { target: actor.userId });
  // Whoever took the session over must not ask unseen.
  await notify(tx, {
    userId: actor.userId,
    topic: 'security',
    category: 'warning',
    title: { mn: 'Та мэдээллээ устгуулахаар хүслээ', en: 'You asked to erase your data' },
    body: {
      mn: 'Администратор шийдтэл хүсэлтээ буцааж болно. Та биш бол буцааж, бүх төхөөрөмжөөс гарна уу.',
      en: 'Until an administrator decides, you can take it back. If it was not you, take it back and sign out all devices.',
    },
    link: '/account/data',
  });
  return viewErasure(tx, actor.userId, language);
}

export async function takeErasureBack(tx: WriteTx, actor: Actor, language: Language): Promise<ErasureView> {
  if ((await withdrawErasure(tx, actor.userId, tx.now)) === undefined) fail(kernelErrors.not_found);
  tx.audit(events.erasureWithdrawn, { target: actor.userId });
  return viewErasure(tx, actor.userId, language);
}

export async function readErasures(db: Reader, page: PageRequest): Promise<ErasurePage> {
  const found = await listErasures(db, page);
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.created_at, row.seq));
  return {
    items: items.map(({ seq: _, first_name, last_name, erased: __, ...row }) => ({
      ...row,
      name: joinNames(last_name, first_name),
    })),
    ...rest,
  };
}

export interface ErasureDeps {
  keyring: Keyring;
  /** Applications that the person allowed are told. */
  listeners: Listeners;
  platformName: string;
}

/** The last message to an address that the platform then forgets. */
const writeLast = (
  deps: ErasureDeps,
  tx: WriteTx,
  { userId, to, answer }: { userId: string; to: string; answer: string },
): Promise<void> =>
  postToContact(deps, tx, userId, {
    kind: 'email',
    to,
    subject: `${deps.platformName}: таны мэдээллийг устгалаа · your data was erased`,
    text: [
      'Таны хүсэлтээр хуулиар болох мэдээллийг устгалаа. Энэ хаяг руу дахин бичихгүй.',
      'As you asked, the data that the law lets go was erased. We will not write to this address again.',
      answer,
    ].join('\n\n'),
    lifeMs: 24 * 3_600_000,
  });

/** One transaction: the request is closed only together with the erasure and its event. */
export async function decideErasure(
  deps: ErasureDeps,
  tx: WriteTx,
  actor: Actor,
  id: string,
  given: { decision: 'erase' | 'refuse'; answer: string },
): Promise<Record<string, never>> {
  const open = await lockOpenErasure(tx, id);
  if (open === undefined) fail(errors.erasure_decided);
  const userId = open.user_id;
  if (await isSamePerson(tx, actor.userId, userId)) fail(kernelErrors.forbidden, { detail: 'own request' });
  const isGranted = given.decision === 'erase';
  if (isGranted && open.role_id !== roleIds.user) fail(errors.staff_account);
  const decision = { id, answer: given.answer, decidedBy: actor.userId, now: tx.now };
  let erased = 0;
  if (isGranted) {
    const contacts = await findContacts(tx, userId);
    await withdrawAllConsents(deps.listeners, tx, userId);
    await endAuthorisationsOf(tx, userId);
    erased = await erasePerson(tx, decision);
    if (contacts?.email_verified)
      await writeLast(deps, tx, { userId, to: contacts.email, answer: given.answer });
    tx.publish(userChanged, { user_id: userId });
  }
  if (!isGranted) await refuseErasure(tx, decision);
  if (isGranted) tx.audit(events.erased, { target: userId, metadata: { request_id: id, rows: erased } });
  else tx.audit(events.erasureRefused, { target: userId, metadata: { request_id: id } });
  await notify(tx, {
    userId,
    topic: 'security',
    category: isGranted ? 'info' : 'warning',
    title: isGranted
      ? { mn: 'Таны мэдээллийг устгалаа', en: 'Your data was erased' }
      : { mn: 'Устгуулах хүсэлтийг зөвшөөрсөнгүй', en: 'Your request to erase was refused' },
    body: { mn: given.answer, en: given.answer },
    link: '/account/data',
  });
  return {};
}
