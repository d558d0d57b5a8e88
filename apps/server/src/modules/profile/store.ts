import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';

const signatureOf = statement('profile.signature_of', (p: { userId: string }) =>
  sqlFor.selectFrom('signature_images').select('url').where('user_id', '=', p.userId),
);
export const findSignatureUrl = async (db: Reader | Tx, userId: string): Promise<string> =>
  (await db.first(signatureOf({ userId })))?.url ?? '';

const putSignature = statement('profile.put_signature', (p: { userId: string; url: string; now: Date }) =>
  sqlFor
    .insertInto('signature_images')
    .values({ user_id: p.userId, url: p.url, updated_at: p.now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ url: p.url, updated_at: p.now })),
);
export const writeSignatureUrl = (
  tx: Tx,
  signature: { userId: string; url: string; now: Date },
): Promise<number> => tx.change(putSignature(signature));

const clearSignature = statement('profile.clear_signature', (p: { userId: string; now: Date }) =>
  sqlFor
    .updateTable('signature_images')
    .set({ url: '', updated_at: p.now })
    .where('user_id', '=', p.userId)
    .where('url', '<>', ''),
);
/** The number of cleared addresses; an uploaded image stays. */
export const clearSignatureUrl = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.change(clearSignature({ userId, now }));

const assetsOf = statement('profile.organisation_assets', (p: { regNo: string }) =>
  sqlFor.selectFrom('organisation_assets').select(['stamp_url', 'name_latin']).where('reg_no', '=', p.regNo),
);
export type OrganisationAssets = RowFrom<typeof assetsOf>;
/** The caller must first check that the asker represents the organisation. */
export const findOrganisationAssets = async (db: Reader | Tx, regNo: string): Promise<OrganisationAssets> =>
  (await db.first(assetsOf({ regNo }))) ?? { stamp_url: '', name_latin: '' };

interface AssetChange {
  regNo: string;
  userId: string;
  now: Date;
}

const putStamp = statement('profile.put_stamp', (p: AssetChange & { url: string }) =>
  sqlFor
    .insertInto('organisation_assets')
    .values({ reg_no: p.regNo, stamp_url: p.url, updated_by: p.userId, updated_at: p.now })
    .onConflict((conflict) =>
      conflict.column('reg_no').doUpdateSet({ stamp_url: p.url, updated_by: p.userId, updated_at: p.now }),
    ),
);
export const writeStampUrl = (tx: Tx, change: AssetChange & { url: string }): Promise<number> =>
  tx.change(putStamp(change));

const clearStamp = statement('profile.clear_stamp', (p: AssetChange) =>
  sqlFor
    .updateTable('organisation_assets')
    .set({ stamp_url: '', updated_by: p.userId, updated_at: p.now })
    .where('reg_no', '=', p.regNo)
    .where('stamp_url', '<>', ''),
);
/** The number of cleared stamps. */
export const clearStampUrl = (tx: Tx, change: AssetChange): Promise<number> => tx.change(clearStamp(change));

const putNameLatin = statement('profile.put_name_latin', (p: AssetChange & { nameLatin: string }) =>
  sqlFor
    .insertInto('organisation_assets')
    .values({ reg_no: p.regNo, name_latin: p.nameLatin, updated_by: p.userId, updated_at: p.now })
    .onConflict((conflict) =>
      conflict
        .column('reg_no')
        .doUpdateSet({ name_latin: p.nameLatin, updated_by: p.userId, updated_at: p.now }),
    ),
);
export const writeNameLatin = (tx: Tx, change: AssetChange & { nameLatin: string }): Promise<number> =>
  tx.change(putNameLatin(change));
