import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, failField, failUnknown, kernelErrors } from '../../../kernel/http/errors.ts';
import { localDay, writeDay } from '../../../kernel/local-day.ts';
import { requireAuthority } from '../../authorities/index.ts';
import { type ApplicationRow, findApplication, govErrors, serviceById } from '../../gov/index.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { refuseHidden } from '../queue.ts';
import { readAuthorities } from '../store.ts';
import type { CaseReply, TemplateBody } from './schemas.ts';
import {
  countTemplates,
  deleteTemplate,
  insertTemplate,
  listTemplatesFor,
  type TemplateRow,
  updateTemplate,
} from './store.ts';

const most = 200;
const placeholders = ['number', 'service', 'due'] as const;
const anyPlaceholder = /\{([^{}]*)\}/g;
type Language = 'mn' | 'en';

const wrongPlaceholder = {
  mn: 'Зөвхөн {number}, {service}, {due} орлуулагч ашиглана. Бусад хаалтыг арилгана уу.',
  en: 'may use only the placeholders {number}, {service} and {due}; remove other braces',
};
const notOfAuthority = {
  mn: 'Энэ үйлчилгээ уг байгууллагынх биш. Жагсаалтаас сонгоно уу.',
  en: 'is not a service of this authority; choose one from the list',
};

/** Replies for one case, with the placeholders filled. */
export async function repliesFor(
  db: Reader,
  actor: Actor,
  id: string,
): Promise<{ items: CaseReply[]; total: number }> {
  const row = (await findApplication(db, id)) ?? (await refuseHidden(db, id));
  if (row.user_id === actor.userId) fail(govErrors.own_application);
  const found = await listTemplatesFor(db, row.authority_id, row.service_id);
  const items = found.map(({ id, kind, title, title_en, body, body_en }) => ({
    id,
    kind,
    title: { mn: title, en: title_en },
    text: { mn: fill(body, row, 'mn'), en: fill(body_en, row, 'en') },
  }));
  return { items, total: items.length };
}

const noDeadline = { mn: 'хугацаагүй', en: 'no deadline' };

function fill(text: string, row: ApplicationRow, language: Language): string {
  const values: Record<(typeof placeholders)[number], string> = {
    number: row.reference_no,
    service: row.service_name[language],
    due: row.due_at === null ? noDeadline[language] : writeDay(localDay(new Date(row.due_at)))[language],
  };
  return text.replace(anyPlaceholder, (whole, name: string) => values[name as keyof typeof values] ?? whole);
}

export async function addTemplate(tx: WriteTx, body: TemplateBody): Promise<TemplateRow> {
  const values = await checked(tx, body);
  if ((await countTemplates(tx, values.authority_id)) >= most) fail(errors.too_many_templates);
  const row = (await insertTemplate(tx, { ...values, now: tx.now })) ?? fail(kernelErrors.not_found);
  return record(tx, events.templateCreated, row);
}

export async function changeTemplate(tx: WriteTx, id: string, body: TemplateBody): Promise<TemplateRow> {
  const values = await checked(tx, body);
  const row = (await updateTemplate(tx, { ...values, id, now: tx.now })) ?? fail(kernelErrors.not_found);
  return record(tx, events.templateChanged, row);
}

export async function dropTemplate(tx: WriteTx, id: string): Promise<void> {
  record(tx, events.templateDeleted, (await deleteTemplate(tx, id)) ?? fail(kernelErrors.not_found));
}

function record(
  tx: WriteTx,
  event: (typeof events)['templateCreated' | 'templateChanged' | 'templateDeleted'],
  row: TemplateRow,
): TemplateRow {
  const { id, authority, service_id, kind, title } = row;
  tx.audit(event, { target: id, metadata: { authority, service_id: service_id ?? '', kind, title } });
  return row;
}

/** The authority must be one of the caller's, and the service one of the authority's. */
async function checked(tx: WriteTx, { authority, ...body }: TemplateBody) {
  for (const field of ['title', 'title_en', 'body', 'body_en'] as const)
    for (const [, name = ''] of body[field].matchAll(anyPlaceholder))
      if (field.startsWith('title') || !placeholders.some((known) => known === name))
        failField(field, wrongPlaceholder, 'unknown_placeholder');
  const own = await readAuthorities(tx);
  const { id: authorityId } = await requireAuthority(tx, 'authority', authority);
  if (own?.includes(authorityId) === false) failUnknown('authority');
  if (body.service_id !== null && (await serviceById(tx, body.service_id))?.authority_id !== authorityId)
    failUnknown('service_id', notOfAuthority);
  return {
    ...body,
    authority_id: authorityId,
    title: body.title.trim(),
    title_en: body.title_en.trim(),
    body: body.body.trim(),
    body_en: body.body_en.trim(),
  };
}
