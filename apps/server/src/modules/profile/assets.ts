import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { type Refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { Static } from '../../kernel/http/schemas.ts';
import {
  type Change,
  change,
  eidConsoleErrors,
  type RepresentativeCall,
  type RightsDeps,
  recordUnconfirmed,
  requireRight,
} from '../eid-console/index.ts';
import { events } from './events.ts';
import { stampPlace } from './image-store.ts';
import { isFetchableImageUrl } from './image-url.ts';
import { type ImageDeps, showImage } from './images.ts';
import type { ImageView } from './schemas.ts';
import {
  clearSignatureUrl,
  clearStampUrl,
  findOrganisationAssets,
  writeNameLatin,
  writeSignatureUrl,
  writeStampUrl,
} from './store.ts';

interface Image {
  url: string;
}

const notFetchable: Text = {
  mn: 'Нийтэд нээлттэй https хаяг байх ёстой.',
  en: 'must be a public https address without a name or password in it',
};

export function checkImageUrl(url: string, language: Language): void {
  if (isFetchableImageUrl(url)) return;
  fail(kernelErrors.validation_failed, {
    data: { errors: [{ field: 'url', tag: 'custom', message: notFetchable[language] }] },
  });
}

export async function setSignature(tx: WriteTx, userId: string, url: string): Promise<Image> {
  await writeSignatureUrl(tx, { userId, url, now: tx.now });
  tx.audit(events.signatureSet, { target: userId });
  return { url };
}

export async function removeSignature(tx: WriteTx, userId: string): Promise<Image | Unchanged<Image>> {
  if ((await clearSignatureUrl(tx, userId, tx.now)) === 0) return unchanged({ url: '' });
  tx.audit(events.signatureRemoved, { target: userId });
  return { url: '' };
}

/** The stamp belongs to the organisation: every representative sees it, an ADMIN sets it. */
export async function readStamp(
  deps: RightsDeps & Pick<ImageDeps, 'database' | 'files'>,
  db: Reader,
  asker: RepresentativeCall,
): Promise<Static<typeof ImageView>> {
  await requireRight(deps, db, asker, 'MANAGER');
  const { stamp_url: url } = await findOrganisationAssets(db, asker.regNo);
  return { url, ...(await showImage(deps, stampPlace(asker.regNo, asker.userId))) };
}

export async function setStamp(
  tx: WriteTx,
  { userId, regNo }: { userId: string; regNo: string },
  url: string,
): Promise<Image> {
  await writeStampUrl(tx, { regNo, userId, url, now: tx.now });
  tx.audit(events.stampSet, { metadata: { reg_no: regNo } });
  return { url };
}

export async function removeStamp(
  tx: WriteTx,
  { userId, regNo }: { userId: string; regNo: string },
): Promise<Image | Unchanged<Image>> {
  if ((await clearStampUrl(tx, { regNo, userId, now: tx.now })) === 0) return unchanged({ url: '' });
  tx.audit(events.stampRemoved, { metadata: { reg_no: regNo } });
  return { url: '' };
}

/** The provider is called first: a name that it rejects is not stored here. */
export async function sendNameLatin(
  deps: RightsDeps,
  db: Reader,
  asker: RepresentativeCall,
  nameLatin: string,
): Promise<Change<void>> {
  const { person } = await requireRight(deps, db, asker, 'ADMIN');
  return change(() => deps.records.setNameLatin(person, asker.regNo, nameLatin), {
    forbidden: eidConsoleErrors.not_representative,
    not_found: eidConsoleErrors.not_representative,
  });
}

export async function keepNameLatin(
  tx: WriteTx,
  { userId, regNo, nameLatin }: { userId: string; regNo: string; nameLatin: string },
  sent: Change<void>,
): Promise<{ name_latin: string } | Refused> {
  if (!sent.known) return recordUnconfirmed(tx, { what: 'organization.name_latin', regNo }, sent);
  await writeNameLatin(tx, { regNo, userId, nameLatin, now: tx.now });
  tx.audit(events.nameLatinSet, { metadata: { reg_no: regNo } });
  return { name_latin: nameLatin };
}
