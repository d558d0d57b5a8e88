import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { Level } from '../signing/index.ts';

const issuedRow = columnsOf(
  'issued_documents',
  'kind subject_id user_id file_id form level shortfall sealed_by sealed_at check_at',
);
export type IssuedRow = RowOf<typeof issuedRow>;
export type IssuedKind = IssuedRow['kind'];
const columns = selectionOf(issuedRow);

const one = statement(
  'issued_documents.one',
  issuedRow,
  (p: { kind: IssuedKind; id: string }) => sql`
    select ${columns} from issued_documents where kind = ${p.kind} and subject_id = ${p.id}`,
);
export const findIssued = (db: Reader | Tx, kind: IssuedKind, id: string): Promise<IssuedRow | undefined> =>
  db.first(one({ kind, id }));

export interface NewIssued {
  kind: IssuedKind;
  id: string;
  userId: string;
  fileId: string;
  /** The file that it replaces; null when there is none. */
  formerId: string | null;
  form: string;
  level: Level;
  shortfall: string;
  sealedBy: string;
  sealedSerial: string;
  now: Date;
  checkAt: Date | null;
}

const link = statement(
  'issued_documents.link',
  (p: NewIssued) => sql`
    insert into issued_documents as d (kind, subject_id, user_id, file_id, form, level, shortfall, sealed_by,
      sealed_serial, sealed_at, check_at)
    values (${p.kind}, ${p.id}, ${p.userId}, ${p.fileId}, ${p.form}, ${p.level}, ${p.shortfall}, ${p.sealedBy},
      ${p.sealedSerial}, ${p.now}, ${p.checkAt})
    on conflict (kind, subject_id) do update set file_id = excluded.file_id, form = excluded.form,
      level = excluded.level, shortfall = excluded.shortfall, sealed_by = excluded.sealed_by,
      sealed_serial = excluded.sealed_serial, sealed_at = excluded.sealed_at, check_at = excluded.check_at
    where d.file_id = ${p.formerId}::uuid`,
);
/** False when the document has another file by now. */
export const linkIssued = async (tx: Tx, document: NewIssued): Promise<boolean> =>
  (await tx.change(link(document))) === 1;

const due = statement(
  'issued_documents.due',
  issuedRow,
  (p: { now: Date; limit: number }) => sql`
    select ${columns} from issued_documents where check_at <= ${p.now} order by check_at limit ${p.limit}`,
);
export const listDue = (db: Reader, now: Date, limit: number): Promise<IssuedRow[]> =>
  db.run(due({ now, limit }));

const raised = statement(
  'issued_documents.raised',
  (p: {
    kind: IssuedKind;
    id: string;
    from: string;
    to: string;
    form: string;
    level: Level;
    shortfall: string;
    checkAt: Date | null;
  }) => sql`
    update issued_documents set file_id = ${p.to}, form = ${p.form}, level = ${p.level}, shortfall = ${p.shortfall},
      check_at = ${p.checkAt}
    where kind = ${p.kind} and subject_id = ${p.id} and file_id = ${p.from}`,
);
/** False when another instance was faster. */
export const replaceIssued = async (tx: Tx, given: Parameters<typeof raised>[0]): Promise<boolean> =>
  (await tx.change(raised(given))) === 1;
