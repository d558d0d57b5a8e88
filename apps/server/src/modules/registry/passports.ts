import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, failField, failUnknown, kernelErrors } from '../../kernel/http/errors.ts';
import { completeFields, type RecordOf } from '../../kernel/http/fields.ts';
import { compareTexts, foldCase, type Language, type Text } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { listOwnAuthorities, requireAuthority, worksEverywhere } from '../authorities/index.ts';
import { withdrawService } from '../gov/index.ts';
import { announceChange } from './changes.ts';
import { checkForm } from './check-form.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { passportFields } from './passport-fields.ts';
import type { LinksBody, RegistryService, ReplaceService, ServicesQuery } from './schemas.ts';
import {
  archiveService,
  deleteService,
  findService,
  insertService,
  listServices,
  lockLifeEvents,
  lockService,
  setEvidences,
  setLifeEvents,
  touchService,
  updateService,
} from './store.ts';

export const nameIn = (named: { name: string; name_en: string }, language: Language) =>
  (language === 'en' && named.name_en) || named.name;
const statusOrder = { draft: 0, published: 1, archived: 2 };

export async function listPassports(
  db: Reader,
  { q, ...filters }: ServicesQuery,
  language: Language,
): Promise<{ items: RegistryService[]; total: number }> {
  const wanted = q === undefined ? undefined : foldCase(q.trim());
  const items = (await listServices(db, filters))
    .filter(
      (service) =>
        wanted === undefined ||
        [service.name, service.name_en, service.code].some((text) => foldCase(text).includes(wanted)),
    )
    .sort(
      (a, b) =>
        statusOrder[a.status] - statusOrder[b.status] ||
        compareTexts(nameIn(a, language), nameIn(b, language), language) ||
        (a.code < b.code ? -1 : 1),
    );
  return { items, total: items.length };
}

export async function readPassport(db: Reader, id: string): Promise<RegistryService> {
  return (await findService(db, id)) ?? fail(kernelErrors.not_found);
}

export async function createPassport(
  tx: WriteTx,
  body: ReplaceService & { code: string },
  language: Language,
): Promise<RegistryService> {
  const [id, code] = [randomUUID(), body.code.toUpperCase()];
  const facts = { ...completeFacts(body, language), authority_id: await chooseAuthority(tx, body) };
  const eventIds = await lockEvents(tx, body);
  if (!(await insertService(tx, { id, code, facts, demo: false, now: tx.now })))
    fail(errors.code_exists, { data: { field: 'code' } });
  await setLifeEvents(tx, id, eventIds);
  tx.audit(events.serviceCreated, { target: id, metadata: { code } });
  return reread(tx, id);
}

/** The N:N set always contains the main event. */
async function lockEvents(
  tx: WriteTx,
  body: Pick<ReplaceService, 'life_event_id' | 'life_event_ids'>,
): Promise<string[]> {
  const main = body.life_event_id?.toLowerCase();
  const others = (body.life_event_ids ?? []).map((id) => id.toLowerCase());
  const known = await lockLifeEvents(tx, [...new Set([main ?? [], others].flat())]);
  if (main !== undefined && !known.includes(main)) failUnknown('life_event_id');
  if (!others.every((id) => known.includes(id))) failUnknown('life_event_ids');
  return known;
}

/** A full replacement. Citizens see the change only after publishing. */
export async function replacePassport(
  tx: WriteTx,
  id: string,
  body: ReplaceService,
  language: Language,
): Promise<RegistryService> {
  const complete = completeFacts(body, language);
  const before = await lockUnchanged(tx, id, body.expected_updated_at);
  const facts = { ...complete, authority_id: await chooseAuthority(tx, body) };
  const eventIds = await lockEvents(tx, body);
  await setLifeEvents(tx, id, eventIds);
  await updateService(tx, id, facts, tx.now);
  const after = await reread(tx, id);
  tx.audit(events.serviceChanged, {
    target: id,
    metadata: { code: after.code, changed: changedFields(before, after) },
  });
  return after;
}

export async function removePassport(tx: WriteTx, id: string): Promise<void> {
  const removed = await deleteService(tx, id);
  if (removed === undefined)
    fail((await findService(tx, id)) === undefined ? kernelErrors.not_found : errors.published);
  tx.audit(events.serviceDeleted, { target: id, metadata: removed });
}

/** Existing applications keep the service, but no new ones are possible. `restorePassport` undoes it. */
export async function archivePassport(
  tx: WriteTx,
  id: string,
): Promise<RegistryService | Unchanged<RegistryService>> {
  const archived = await archiveService(tx, id);
  if (archived === undefined) return unchanged((await findService(tx, id)) ?? fail(kernelErrors.not_found));
  await withdrawService(tx, id);
  tx.audit(events.serviceArchived, { target: id, metadata: archived });
  announceChange(tx);
  return reread(tx, id);
}

export async function replaceEvidences(
  tx: WriteTx,
  id: string,
  { evidences, expected_updated_at }: LinksBody,
): Promise<RegistryService> {
  const { code } = await lockUnchanged(tx, id, expected_updated_at);
  const links = evidences.map((link) => ({
    required: false,
    from_citizen: false,
    note: '',
    note_en: '',
    ...link,
  }));
  const unknown = () => failUnknown('evidences');
  if (new Set(links.map((link) => link.evidence_id.toLowerCase())).size !== links.length) unknown();
  if (!(await setEvidences(tx, id, links))) unknown();
  await touchService(tx, id, tx.now);
  tx.audit(events.evidencesSet, {
    target: id,
    metadata: {
      code,
      evidences: links.length,
      from_citizen: links.filter((link) => link.from_citizen).length,
    },
  });
  return reread(tx, id);
}

/** An archived passport must be restored before it can be edited. */
export async function lockEditable(tx: WriteTx, id: string): Promise<RegistryService> {
  const service = (await lockService(tx, id)) ?? fail(kernelErrors.not_found);
  return service.status === 'archived' ? fail(errors.archived) : service;
}

/** Rejects a stale update: the caller names the `updated_at` that they edited. */
async function lockUnchanged(
  tx: WriteTx,
  id: string,
  expected: string | null | undefined,
): Promise<RegistryService> {
  const service = await lockEditable(tx, id);
  const instant = (time: string | null) => (time === null ? null : Date.parse(time));
  const isCurrent = expected === undefined || instant(expected) === instant(service.updated_at);
  return isCurrent ? service : fail(kernelErrors.changed_meanwhile);
}

async function reread(tx: WriteTx, id: string): Promise<RegistryService> {
  return (await findService(tx, id)) ?? fail(kernelErrors.not_found);
}

const noAuthority: Text = {
  mn: 'Үйлчилгээний байгууллагыг жагсаалтаас сонгоно уу.',
  en: 'is required; choose the authority of the service from the list',
};
const otherAuthority: Text = {
  mn: 'Та энэ байгууллагад ажилладаггүй. Өөрийн байгууллагаа сонгоно уу, эсвэл администраторт хандана уу.',
  en: 'is an authority that you do not work for; choose one of yours, or ask an administrator',
};

/** A registrar neither creates a service for another authority nor gives one away; RLS refuses it too. */
async function chooseAuthority(tx: WriteTx, body: ReplaceService): Promise<string> {
  const field = body.authority_id === undefined ? 'authority' : 'authority_id';
  const given = body[field]?.trim() ?? '';
  if (given === '') failField('authority', noAuthority, 'required');
  const { id } = await requireAuthority(tx, field, given);
  const isOwn =
    (await worksEverywhere(tx)) || (await listOwnAuthorities(tx)).some((authority) => authority.id === id);
  return isOwn ? id : failField(field, otherAuthority, 'not_yours');
}

/** Kinds of evidence and life events are shared by the services of all authorities. */
export async function refuseShared(tx: WriteTx): Promise<void> {
  if (!(await worksEverywhere(tx))) fail(errors.shared_vocabulary);
}

export function completeFacts(body: ReplaceService, language: Language): RecordOf<typeof passportFields> {
  if (body.form) checkForm(body.form, language);
  const facts = completeFields(passportFields, body);
  const isAutomatic = facts.fulfilment === 'auto';
  if (isAutomatic && (facts.has_discretion || facts.has_assessment)) fail(errors.not_automatable);
  // An automatic service is decided at once and by nobody, so it has no deadline and no signature.
  return isAutomatic ? { ...facts, sla_hours: 0, decision_signature: false } : facts;
}

function changedFields(before: RegistryService, after: RegistryService): string[] {
  return Object.keys(after)
    .filter((key) => key !== 'updated_at')
    .filter((key) => {
      const field = key as keyof RegistryService;
      return JSON.stringify(before[field]) !== JSON.stringify(after[field]);
    });
}
