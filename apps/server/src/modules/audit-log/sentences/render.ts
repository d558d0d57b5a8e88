import type { Language, Text } from '../../../kernel/http/language.ts';
import type { AuditRow } from '../store.ts';
import { sentenceOf } from './catalogue.ts';
import { type Kind, type Piece, type Slot, slotsOf } from './template.ts';

/** A run of text; with `kind` and `id` it names something that `open` says the reader may open. */
export interface SentencePart {
  text: string;
  kind?: Kind;
  id?: string;
  open?: boolean;
}

export interface Named {
  kind: Kind;
  id: string;
  name: string;
  name_en: string;
  can_open: boolean;
}

export type Names = ReadonlyMap<string, Named>;

type Entry = Pick<AuditRow, 'action' | 'actor_user_id' | 'target' | 'metadata'>;

const system: Text = { mn: 'Систем', en: 'The system' };
const nothing = '—';
/** System roles have English names in the database until an administrator renames them. */
const systemRoles: Readonly<Record<string, string>> = {
  'Super administrator': 'Ерөнхий администратор',
  Administrator: 'Администратор',
  Manager: 'Менежер',
  Citizen: 'Иргэн',
  'Case officer': 'Хүсэлт шийдэх ажилтан',
  Registrar: 'Үйлчилгээний бүртгэгч',
  Auditor: 'Аудитор',
};

export const nameKey = (kind: Kind, id: string): string => `${kind} ${id.toLowerCase()}`;

/** What the sentence of an entry names by an id. */
export function namedIn(entry: Entry): { kind: Kind; id: string }[] {
  return slotsOf(sentenceOf(entry.action, 'en')).flatMap((slot) => {
    const id = slot.kind === undefined ? '' : readValue(slot, entry);
    return slot.kind === undefined || id === '' ? [] : [{ kind: slot.kind, id }];
  });
}

export function writeSentence(entry: Entry, names: Names, language: Language): SentencePart[] {
  const parts: SentencePart[] = [];
  for (const part of sentenceOf(entry.action, language).flatMap((piece) => write(piece))) {
    const last = parts.at(-1);
    if (last !== undefined && last.kind === undefined && part.kind === undefined) last.text += part.text;
    else if (part.text !== '') parts.push({ ...part });
  }
  return parts;

  function write(piece: Piece): SentencePart[] {
    if (typeof piece === 'string') return [{ text: piece }];
    if ('field' in piece) return [fill(piece)];
    const isWhole = slotsOf(piece).every((slot) => readValue(slot, entry) !== '');
    return isWhole ? piece.flatMap((inner) => write(inner)) : [];
  }

  function fill(slot: Slot): SentencePart {
    const value = readValue(slot, entry);
    if (value === '')
      return { text: slot.field === 'actor' || slot.field === 'giver' ? system[language] : nothing };
    if (slot.kind === undefined)
      return {
        text: readValues(slot, entry)
          .map((each) => slot.choices?.get(each) ?? each)
          .join(', '),
      };
    const named = names.get(nameKey(slot.kind, value));
    // A deleted person, and whatever the reader may not see, is known by its id alone.
    if (named === undefined) return { text: value, kind: slot.kind, id: value, open: false };
    const text = (language === 'en' ? named.name_en : systemRoles[named.name]) || named.name || value;
    return { text, kind: slot.kind, id: named.id, open: named.can_open };
  }
}

const readValue = (slot: Slot, entry: Entry): string => readValues(slot, entry).join(', ');

function readValues(slot: Slot, { actor_user_id, target, metadata }: Entry): string[] {
  if (slot.field === 'actor') return [actor_user_id ?? ''];
  // Somebody who accepts an invitation acts, and did not give the role to themselves.
  if (slot.field === 'giver') return [String(metadata['given_by'] ?? actor_user_id ?? '')];
  const value = slot.field === 'target' ? target : metadata[slot.field];
  if (Array.isArray(value)) return value.map(String);
  return [value === undefined || value === null ? '' : String(value)];
}
