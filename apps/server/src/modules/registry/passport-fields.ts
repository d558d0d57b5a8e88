import { failUnknown } from '../../kernel/http/errors.ts';
import {
  choiceField,
  field,
  flagField,
  named,
  nameField,
  nullable,
  nullableField,
  type RecordOf,
  textField,
  trim,
  upperCase,
  wholeField,
} from '../../kernel/http/fields.ts';
import { Id, oneOf, shownAs, Type } from '../../kernel/http/schemas.ts';
import { codeListWord, serviceFields } from '../gov/index.ts';
import { Form } from './form-schema.ts';

/**
 * The single definition of each field: bodies, replies, columns, snapshots, defaults and translation checks
 * derive from it. A field that is needed to apply is written in `serviceFields` of gov instead, and arrives here by
 * the spread below.
 */

export const Proactivity = oneOf('information', 'online', 'once_only', 'proactive');
const channels: readonly string[] = ['office', 'e-mongolia', 'portal', 'mobile', 'phone', 'post'];

/**
 * The record that the service belongs to; callers send its id, or its name as `authority`. Not in `passportFields`,
 * because the names beside it in a reply come from the record.
 */
export const authorityFields = { authority_id: Id, authority: Type.String(), authority_en: Type.String() };

export const passportFields = {
  authority_org_id: nullableField(Id),
  target_group: textField(300),
  target_group_en: textField(300),
  output: textField(300),
  output_en: textField(300),
  keywords: field(Type.Array(named(60), { maxItems: 30 }), Type.Array(Type.String()), (given = []) => [
    ...new Set(given.map(trim)),
  ]),
  // Compared in lower case, because registrars also type `Online`.
  channels: field(
    Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20 }),
    Type.Array(Type.String()),
    (given = []) => {
      const found = [...new Set(given.map((channel) => channel.trim().toLowerCase()))];
      return found.every((channel) => channels.includes(channel)) ? found : failUnknown('channels');
    },
  ),
  max_days: wholeField(3650),
  steps_count: wholeField(500),
  annual_volume: wholeField(100_000_000),
  proactivity: choiceField(Proactivity, 'information'),
  life_event_id: nullableField(Id),
  /** JSON Schema of the application form; like `evidences` it is omitted from lists. */
  form: field(nullable(Form), shownAs(nullable(Form)), (given) => given ?? null),
  ...serviceFields,
};
export type PassportFacts = RecordOf<typeof passportFields> & { authority_id: string };

export const evidenceFields = {
  name: nameField(300),
  name_en: textField(300, trim),
  description: textField(4000),
  description_en: textField(4000),
  holder_agency: textField(300),
  holder_agency_en: textField(300),
  source_system: textField(300),
  in_khur: flagField(),
  khur_service_code: textField(120, trim),
};
export type EvidenceFacts = RecordOf<typeof evidenceFields>;

export const lifeEventFields = {
  name: nameField(300),
  kind: choiceField(oneOf('life', 'business'), 'life'),
  description: textField(4000),
  description_en: textField(4000),
  lead_agency: textField(300),
  lead_agency_en: textField(300),
  eu_code: textField(codeListWord(32), upperCase),
  en_label: textField(300),
  sort_order: field(
    Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    Type.Integer(),
    (given) => given ?? 0,
  ),
};
export type LifeEventFacts = RecordOf<typeof lifeEventFields>;
