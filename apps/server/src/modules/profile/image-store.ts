import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf } from '../../kernel/db/row-shape.ts';

/** Where the uploaded image of a person or an organisation is kept. */
export interface ImagePlace {
  find(db: Reader | Tx): Promise<string | null>;
  /** Locks the place, which then exists, and gives its file. */
  lock(tx: Tx, now: Date): Promise<string | null>;
  write(tx: Tx, fileId: string | null, now: Date): Promise<number>;
}

const signatureFile = { file_id: column('signature_images', 'file_id') };
const findSignature = statement(
  'profile.signature_file',
  signatureFile,
  (p: { userId: string }) => sql`select file_id from signature_images where user_id = ${p.userId}`,
);
const openSignature = statement(
  'profile.open_signature',
  (p: { userId: string; now: Date }) => sql`
    insert into signature_images (user_id, updated_at) values (${p.userId}, ${p.now}) on conflict do nothing`,
);
const lockSignature = statement(
  'profile.lock_signature',
  signatureFile,
  (p: { userId: string }) => sql`select file_id from signature_images where user_id = ${p.userId} for update`,
);
const writeSignature = statement(
  'profile.write_signature_file',
  (p: { userId: string; fileId: string | null; now: Date }) => sql`
    update signature_images set file_id = ${p.fileId}, updated_at = ${p.now} where user_id = ${p.userId}`,
);

export const signaturePlace = (userId: string): ImagePlace => ({
  find: async (db) => (await db.first(findSignature({ userId })))?.file_id ?? null,
  lock: async (tx, now) => {
    await tx.change(openSignature({ userId, now }));
    return (await tx.first(lockSignature({ userId })))?.file_id ?? null;
  },
  write: (tx, fileId, now) => tx.change(writeSignature({ userId, fileId, now })),
});

const stampFile = columnsOf('organisation_assets', 'stamp_file_id');
const findStamp = statement(
  'profile.stamp_file',
  stampFile,
  (p: { regNo: string }) => sql`select stamp_file_id from organisation_assets where reg_no = ${p.regNo}`,
);
const openStamp = statement(
  'profile.open_stamp',
  (p: { regNo: string; userId: string; now: Date }) => sql`
    insert into organisation_assets (reg_no, updated_by, updated_at) values (${p.regNo}, ${p.userId}, ${p.now})
    on conflict do nothing`,
);
const lockStamp = statement(
  'profile.lock_stamp',
  stampFile,
  (p: { regNo: string }) => sql`
    select stamp_file_id from organisation_assets where reg_no = ${p.regNo} for update`,
);
const writeStamp = statement(
  'profile.write_stamp_file',
  (p: { regNo: string; userId: string; fileId: string | null; now: Date }) => sql`
    update organisation_assets set stamp_file_id = ${p.fileId}, updated_by = ${p.userId}, updated_at = ${p.now}
    where reg_no = ${p.regNo}`,
);

/** The caller must first check that the person represents the organisation. */
export const stampPlace = (regNo: string, userId: string): ImagePlace => ({
  find: async (db) => (await db.first(findStamp({ regNo })))?.stamp_file_id ?? null,
  lock: async (tx, now) => {
    await tx.change(openStamp({ regNo, userId, now }));
    return (await tx.first(lockStamp({ regNo })))?.stamp_file_id ?? null;
  },
  write: (tx, fileId, now) => tx.change(writeStamp({ regNo, userId, fileId, now })),
});
