import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { cutPage, type PageRequest, writePlace } from '../../kernel/http/time-cursor.ts';
import { accessEvents } from './events.ts';
import type { AccessEntry } from './schemas.ts';
import { type AccessRow, listAccess } from './store.ts';

/**
 * Purpose texts for the person whose data was accessed. The key is the id of the row; a row without a text cannot
 * record an access, and so cannot show one person's data to another. The most informative comes first: the access log
 * shows that one for several accesses to one matter in a day.
 */
const purposes = {
  'gov.officer.file': {
    mn: 'Үйлчилгээний ажилтан таны хавсаргасан файлыг нээж үзсэн',
    en: 'An officer opened a file attached to your application',
  },
  'gov.officer.case': {
    mn: 'Үйлчилгээний ажилтан таны хүсэлтийг нээж үзсэн',
    en: 'An officer opened your application',
  },
  'gov.officer.queue': {
    mn: 'Үйлчилгээний ажилтан таны хүсэлтийг жагсаалтаас харсан',
    en: 'An officer saw your application in a list',
  },
  'support.case': {
    mn: 'Тусламжийн ажилтан таны бичсэнийг нээж үзсэн',
    en: 'A member of support opened what you wrote to them',
  },
  'support.queue': {
    mn: 'Тусламжийн ажилтан таны бичсэнийг жагсаалтаас харсан',
    en: 'A member of support saw what you wrote to them in a list',
  },
  'gov.facts.ask': {
    mn: 'Таны зөвшөөрлөөр энэ байгууллагаас таны мэдээллийг асуусан',
    en: 'With your agreement, this agency was asked for your data',
  },
  'ai.chat': {
    mn: 'Туслах таны асуултад хариулахын тулд таны мэдээллийг уншсан',
    en: 'The assistant read your data to answer your question',
  },
  'core.users': {
    mn: 'Улсын лавлахаас таны мэдээллийг хайсан',
    en: 'Looked you up in the national directory',
  },
  'operator.directory.person': {
    mn: 'Платформын оператор таныг регистрийн дугаараар хайсан',
    en: 'An operator of the platform looked you up by your register number',
  },
  'operator.directory.people': {
    mn: 'Платформын оператор таны нэрийг баталгаажсан хүмүүсийн жагсаалтаас харсан',
    en: 'An operator of the platform saw your name in the list of verified people',
  },
  'admin.users.list': {
    mn: 'Хэрэглэгчдийн жагсаалтаас таны бүртгэлийг харсан',
    en: 'Saw your account in the list of users',
  },
  'admin.authorities.get': {
    mn: 'Байгууллагын ажилтнуудын жагсаалтаас таны нэрийг харсан',
    en: 'Saw your name among the staff of an authority',
  },
  'admin.users.read': {
    mn: 'Таны бүртгэл, нэвтэрсэн төхөөрөмж, дүрийг үзсэн',
    en: 'Looked at your account, your devices and your roles',
  },
  'admin.erasures.list': {
    mn: 'Мэдээллээ устгуулах таны хүсэлтийг үзсэн',
    en: 'Looked at your request to erase your data',
  },
  'security.events.list': {
    mn: 'Аюулгүй байдлын үйл явдлаас танд хамаарахыг үзсэн',
    en: 'Looked through the security events, one of which concerns you',
  },
  'audit.list': {
    mn: 'Аудитын бүртгэлээс таны үйлдэл, эсвэл танд хамаарах бичлэгийг шалгасан',
    en: 'Looked through the audit log for what you did or what concerns you',
  },
  'audit.export': {
    mn: 'Аудитын бүртгэлээс таны үйлдэл, эсвэл танд хамаарах бичлэгийг файлаар татсан',
    en: 'Downloaded entries of the audit log about what you did or what concerns you',
  },
} as const satisfies Record<string, Text>;

export type AccessPurpose = keyof typeof purposes;

/** The subject of an access, in terms the person knows: the number of an application and the name of its service. */
export interface Matter {
  id: string;
  number: string;
  title: Text;
}

interface Viewer {
  actor: Pick<Actor, 'userId' | 'roleKey'>;
  row: AccessPurpose;
  /** The agency or organisation the officer acts for, by name. */
  office?: string;
  /** An operator has no user row, so this id tells operators apart. */
  operatorId?: string;
}

export interface Access extends Viewer {
  /** The person whose data was looked at. */
  personId: string;
  matter?: Matter;
}

/** Debounce: a list fetched again within this time adds no second entry for the same person and matter. */
const debounceMs = 15 * 60_000;

/** Accessing one's own data leaves no entry. */
export function recordAccess(tx: WriteTx, access: Access): { recorded: boolean } {
  if (access.personId === access.actor.userId) return { recorded: false };
  tx.audit(accessEvents.personRead, {
    target: access.personId,
    metadata: metadataOf(access, access.matter),
  });
  return { recorded: true };
}

/** The person let the platform ask an agency for their data. */
export function recordAsked(tx: WriteTx, asked: { personId: string; office: string; matter: Matter }): void {
  const actor = { userId: asked.personId, roleKey: agencyRole };
  tx.audit(accessEvents.personRead, {
    target: asked.personId,
    metadata: metadataOf({ actor, row: 'gov.facts.ask', office: asked.office }, asked.matter),
  });
}

/** Stands for the agency itself; no role of a person has this key. */
const agencyRole = 'agency';

/** The assistant reads for the person, who sees it although the data is their own: a program looked, not they. */
export function recordAssistantRead(
  tx: WriteTx,
  actor: Pick<Actor, 'userId' | 'roleKey'>,
  matter: Matter,
): void {
  const entry = { target: actor.userId, metadata: metadataOf({ actor, row: 'ai.chat' }, matter) };
  tx.auditEach(accessEvents.personRead, [entry], { notAgainWithinMs: debounceMs });
}

/** Records an entry for each person in a list, in one statement. */
export function recordListed(
  tx: WriteTx,
  viewer: Viewer,
  shown: readonly { personId: string; matter?: Matter; office?: string }[],
): { recorded: boolean } {
  const others = new Map(
    shown
      .filter(({ personId }) => personId !== viewer.actor.userId)
      .map((each) => [`${each.personId} ${each.matter?.id}`, each]),
  );
  tx.auditEach(
    accessEvents.personRead,
    [...others.values()].map(({ personId, matter, office }) => ({
      target: personId,
      metadata: metadataOf(office === undefined ? viewer : { ...viewer, office }, matter),
    })),
    { notAgainWithinMs: debounceMs },
  );
  return { recorded: others.size > 0 };
}

/** For a module that the audit log depends on, and that therefore cannot import it. */
export function accessRecorder(row: AccessPurpose) {
  return {
    event: accessEvents.personRead,
    record: (tx: WriteTx, actor: Actor, people: readonly string[]) =>
      recordListed(
        tx,
        { actor, row },
        people.map((personId) => ({ personId })),
      ),
  };
}

function metadataOf(viewer: Viewer, matter: Matter | undefined): Record<string, string> {
  const { actor, row, office, operatorId } = viewer;
  return {
    row,
    role: actor.roleKey,
    ...(office === undefined ? {} : { office }),
    ...(operatorId === undefined ? {} : { operator_id: operatorId }),
    ...(matter === undefined
      ? {}
      : {
          matter_id: matter.id,
          matter: matter.number,
          matter_mn: matter.title.mn,
          matter_en: matter.title.en,
        }),
  };
}

export async function readOwnAccess(
  db: Reader,
  page: PageRequest,
  language: Language,
): Promise<{ items: AccessEntry[]; total: number; next?: string }> {
  const found = await listAccess(db, page);
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.occurred_at, row.id));
  return { items: items.map((row) => viewAccess(row, language)), ...rest };
}

const purposeOrder = Object.keys(purposes);

function viewAccess(row: AccessRow, language: Language): AccessEntry {
  const purpose = purposeOrder.find((each) => row.rows.includes(each)) ?? row.rows[0] ?? '';
  const title = language === 'mn' ? row.matter_mn : row.matter_en;
  return {
    id: row.id,
    occurred_at: row.occurred_at,
    first_at: row.first_at,
    by: {
      // The actor of a question to an agency is the person, and the agency is the reader.
      ...(row.viewer === null || row.viewer === '' || row.role === agencyRole ? {} : { name: row.viewer }),
      role: row.role ?? '',
      ...(row.office === null ? {} : { office: row.office }),
    },
    purpose,
    purpose_text: (purposes as Record<string, Text>)[purpose]?.[language] ?? '',
    ...(row.matter_id === null || row.matter === null
      ? {}
      : { matter: { id: row.matter_id, number: row.matter, title: title ?? '' } }),
  };
}
