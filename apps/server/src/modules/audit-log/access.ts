import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { cutPage, type PageRequest, writePlace } from '../../kernel/http/time-cursor.ts';
import { accessEvents } from './events.ts';
import type { AccessEntry } from './schemas.ts';
import { type AccessRow, listAccess } from './store.ts';

/**
 * What looking at a person's data is for, in words for that person. The key is the id of the row that looks; a row
 * without its words here cannot record an access, and so cannot show one person's data to another.
 */
const purposes = {
  'audit.list': {
    mn: 'Аудитын бүртгэлээс таны үйлдэл, эсвэл танд хамаарах бичлэгийг шалгасан',
    en: 'Looked through the audit log for what you did or what concerns you',
  },
  'core.users': {
    mn: 'Улсын лавлахаас таны мэдээллийг хайсан',
    en: 'Looked you up in the national directory',
  },
  'gov.officer.case': {
    mn: 'Үйлчилгээний ажилтан таны хүсэлтийг нээж үзсэн',
    en: 'An officer opened your application',
  },
  'gov.officer.file': {
    mn: 'Үйлчилгээний ажилтан таны хавсаргасан файлыг нээж үзсэн',
    en: 'An officer opened a paper of your application',
  },
  'operator.directory.person': {
    mn: 'Платформын оператор таныг регистрийн дугаараар хайсан',
    en: 'An operator of the platform looked you up by your register number',
  },
} as const satisfies Record<string, Text>;

export type AccessPurpose = keyof typeof purposes;

export interface Access {
  /** Whose data was looked at. */
  personId: string;
  actor: Pick<Actor, 'userId' | 'roleKey'>;
  row: AccessPurpose;
  /** The agency or organisation the officer acts for, by name. */
  office?: string;
}

/** Leaves an entry that the person will see. Looking at oneself leaves none. */
export function recordAccess(tx: WriteTx, access: Access): { recorded: boolean } {
  if (access.personId === access.actor.userId) return { recorded: false };
  tx.audit(accessEvents.personRead, {
    target: access.personId,
    metadata: {
      row: access.row,
      role: access.actor.roleKey,
      ...(access.office === undefined ? {} : { office: access.office }),
    },
  });
  return { recorded: true };
}

export async function readOwnAccess(
  db: Reader,
  personId: string,
  page: PageRequest,
  language: Language,
): Promise<{ items: AccessEntry[]; total: number; next?: string }> {
  const found = await listAccess(db, personId, page);
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.occurred_at, row.id));
  return { items: items.map((row) => viewAccess(row, language)), ...rest };
}

function viewAccess(row: AccessRow, language: Language): AccessEntry {
  return {
    id: row.id,
    occurred_at: row.occurred_at,
    by: {
      ...(row.viewer === null || row.viewer === '' ? {} : { name: row.viewer }),
      role: row.role ?? '',
      ...(row.office === null ? {} : { office: row.office }),
    },
    purpose: row.row ?? '',
    purpose_text: (purposes as Record<string, Text>)[row.row ?? '']?.[language] ?? '',
  };
}
