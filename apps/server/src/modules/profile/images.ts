import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { spoolBody } from '../../kernel/http/intake.ts';
import {
  type ArrivedFile,
  explain,
  type FileStorage,
  findStored,
  removeStored,
  type StoredFile,
} from '../files/index.ts';
import { errors } from './errors.ts';
import { type ImageFacts, measureImage } from './image-size.ts';
import { type ImagePlace, signaturePlace, stampPlace } from './image-store.ts';
import type { UploadedImage } from './schemas.ts';

export interface ImageDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  files: FileStorage;
}

export const imageBytes = 6 * 1024 * 1024;
const sides = { least: 16, most: 4000 };
/** A picture takes four bytes per point when a document is signed. */
const mostPoints = 8_000_000;

/** The whole image: a JPEG may tell its size after megabytes of other parts. */
export async function readImage(request: FastifyRequest, reply: FastifyReply): Promise<Uint8Array> {
  const body = await spoolBody(request, imageBytes).catch((error: unknown) => {
    // An unread half of a body would block its sender, so the connection ends with the answer.
    request.raw.resume();
    reply.header('connection', 'close');
    throw error;
  });
  const bytes = await body.read();
  requireUsable(measureImage(Buffer.from(bytes.buffer)) ?? fail(errors.image_refused));
  return bytes;
}

function requireUsable({ width, height }: ImageFacts): void {
  const isUsable =
    Math.min(width, height) >= sides.least &&
    Math.max(width, height) <= sides.most &&
    width * height <= mostPoints;
  if (!isUsable) fail(errors.image_dimensions, { data: { width, height } });
}

/** Stores an image and puts it into its place; the one before goes with the same commit. */
export async function storeImage(
  deps: ImageDeps,
  place: ImagePlace,
  upload: { bytes: Uint8Array; purpose: 'signature' | 'stamp'; userId: string; requestId: string },
  record: Pick<Parameters<typeof unitOfWork>[2], 'what' | 'events'> & { audit(tx: WriteTx): void },
): Promise<UploadedImage> {
  const { purpose, userId } = upload;
  const arrived = await deps.files
    .receive({
      purpose,
      userId,
      identity: systemIdentity,
      source: whole(upload.bytes),
      limitBytes: imageBytes,
      accepts: ['image/png', 'image/jpeg'],
    })
    .catch(explain);
  try {
    return await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: userId, requestId: upload.requestId, now: deps.now() },
      { ...record, auditRequired: () => true },
      async (tx) => {
        if (!(await deps.files.claim(tx, arrived))) fail(kernelErrors.conflict);
        const former = await place.lock(tx, tx.now);
        await place.write(tx, arrived.id, tx.now);
        if (former !== null) await removeStored(tx, [former]);
        record.audit(tx);
        return viewArrived(deps.files, arrived);
      },
    );
  } catch (error) {
    await deps.files.abandon(arrived.id);
    throw error;
  }
}

/** False when there is none. */
export async function removeImage(tx: WriteTx, place: ImagePlace): Promise<boolean> {
  if ((await place.find(tx)) === null) return false;
  const former = await place.lock(tx, tx.now);
  if (former === null) return false;
  await place.write(tx, null, tx.now);
  await removeStored(tx, [former]);
  return true;
}

/** Undefined when none was uploaded. The caller decides who may see it: a stamp belongs to no one person. */
export async function findImage(database: Database, place: ImagePlace): Promise<StoredFile | undefined> {
  const reader = database.reader(systemIdentity);
  const id = await place.find(reader);
  return id === null ? undefined : findStored(reader, id);
}

export async function showImage(
  deps: Pick<ImageDeps, 'database' | 'files'>,
  place: ImagePlace,
): Promise<{ image?: UploadedImage }> {
  const file = await findImage(deps.database, place);
  if (file === undefined) return {};
  return { image: view(deps.files, { ...file, type: file.type as UploadedImage['type'] }) };
}

const viewArrived = (files: FileStorage, { type, sizeBytes, sha256, scan }: ArrivedFile): UploadedImage =>
  view(files, { type: type as UploadedImage['type'], size_bytes: sizeBytes, sha256, scan });

const view = (
  files: FileStorage,
  {
    type,
    size_bytes,
    sha256,
    scan,
  }: Pick<UploadedImage, 'type' | 'size_bytes' | 'sha256'> & Pick<StoredFile, 'scan'>,
): UploadedImage => ({ type, size_bytes, sha256, state: files.stateOf({ scan }) });

/** An uploaded image that a signed document may show: one that was found clean. */
export interface UsableImage {
  readonly type: ImageFacts['type'];
  readonly sizeBytes: number;
  open(): Promise<Readable>;
}

async function findUsable(
  { database, files }: Pick<ImageDeps, 'database' | 'files'>,
  place: ImagePlace,
): Promise<UsableImage | undefined> {
  const file = await findImage(database, place);
  if (file === undefined || files.stateOf(file) !== 'ready') return undefined;
  return { type: file.type as ImageFacts['type'], sizeBytes: file.size_bytes, open: () => files.read(file) };
}

/** The signature image that a person uploaded. It takes precedence over the address of one. */
export const findSignatureImage = (
  deps: Pick<ImageDeps, 'database' | 'files'>,
  userId: string,
): Promise<UsableImage | undefined> => findUsable(deps, signaturePlace(userId));

/** The caller must first check that the asker represents the organisation. */
export const findStampImage = (
  deps: Pick<ImageDeps, 'database' | 'files'>,
  regNo: string,
): Promise<UsableImage | undefined> => findUsable(deps, stampPlace(regNo, ''));

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
