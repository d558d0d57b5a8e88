import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { localMinute } from '../../kernel/local-day.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { type ArrivedFile, explain, type FileStorage, removeStored, sanitizeName } from '../files/index.ts';
import {
  EidError,
  type EidPort,
  identityErrors,
  type SigningCertificate,
  signatureText,
  signerOf,
  startSignature,
} from '../identity/index.ts';
import { findSignatureImage, findStampImage, type UsableImage } from '../profile/index.ts';
import { findUser, joinNames, type UserRow } from '../users/index.ts';
import { explainPdf, findRisks } from './check-document.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { PdfEngine } from './pades/engine.ts';
import type { Level } from './pades/level.ts';
import type { MarkPlace } from './pades/mark.ts';
import type { MarkImages } from './pades/mark-images.ts';
import type { PrepareOptions, PrepareResult } from './pades/prepare.ts';
import { PdfRefused } from './pades/refusal.ts';
import type { InitiateBody } from './schemas.ts';
import { insertSession, type NewSession, supersedeSessions } from './store.ts';

/** For whom a person signs: an organisation, as the eID provider confirms it, or a child, without a number. */
export interface Representation {
  regNo: string;
  name: string;
  nameEn: string;
  role: string;
}

export interface BeginDeps {
  database: Database;
  eid: EidPort;
  keyring: Keyring;
  files: FileStorage;
  engine: PdfEngine;
  /** PEM of the trusted authorities, for signatures that are there before. */
  anchors: string;
  /** Fails with `not_representative`. */
  represents(db: Reader, userId: string, regNo: string, signal: AbortSignal): Promise<Representation>;
  /** Whether the register names the person as a parent of this child now; fails while it is away. */
  isParent(userId: string, childParty: string): Promise<boolean>;
  /** Organisations that the eID provider names now; fails while it is away. */
  representationsOf(db: Reader, userId: string, signal: AbortSignal): Promise<readonly Representation[]>;
  platformName: string;
  appOrigin: string;
  target: Level;
}

export const sealedPurpose = 'sign-session';
/** The phone gives up earlier. */
const sessionMs = 20 * 60_000;

export interface PdfToSign {
  userId: string;
  file: Uint8Array;
  filename: string;
  onBehalfOf: string | undefined;
  /** A child of the person, as the register names it. */
  child?: (Pick<Representation, 'name' | 'nameEn'> & { id: string }) | undefined;
  mark: 'default' | 'none' | MarkPlace;
  /** Of the default mark, where several people sign. */
  slot?: number;
  language: Language;
  now: Date;
  signal: AbortSignal;
}

export interface BegunPdf {
  session: Omit<NewSession, 'userId' | 'now' | 'expiresAt'>;
  prepared: ArrivedFile;
  warnings: PrepareResult['warnings'];
}

/** Everything slow: certificate, document, phone. The caller stores it, or abandons the prepared file. */
export async function beginPdf(deps: BeginDeps, db: Reader, given: PdfToSign): Promise<BegunPdf> {
  const user = await requireSigner(db, given.userId);
  const organisation = given.child
    ? { ...given.child, regNo: '', role: '' }
    : given.onBehalfOf === undefined
      ? undefined
      : await deps.represents(db, given.userId, given.onBehalfOf, given.signal);
  const [certificate, risks] = await Promise.all([
    askCertificate(deps, user, given.signal),
    findRisks(deps, given.file, given),
  ]);
  const prepared = await prepareDocument(deps, user, organisation, certificate, given);
  const arrived = await deps.files
    .receive({
      purpose: 'sign_prepared',
      userId: given.userId,
      identity: { userId: given.userId, role: 'user' },
      source: inPieces(prepared.bytes),
      limitBytes: Number.MAX_SAFE_INTEGER,
      accepts: ['application/pdf'],
    })
    .catch(explain);
  try {
    const filename = nameOf(given.filename);
    const started = await askPhone(deps, user, {
      digest: prepared.digest,
      text: signatureText(deps.platformName, filename, 'гарын үсэг зурах уу?'),
      now: given.now,
    });
    return {
      prepared: arrived,
      warnings: [...prepared.warnings, ...risks],
      session: {
        id: randomBytes(16).toString('hex'),
        kind: 'pdf',
        purpose: 'document',
        filename,
        digest: Buffer.from(prepared.digest).toString('base64'),
        sourceSha256: prepared.sourceSha256,
        verificationCode: started.verificationCode,
        onBehalfOf: organisation?.regNo ?? '',
        onBehalfOfName: organisation?.name ?? '',
        childParty: given.child?.id ?? null,
        signerName: joinNames(user.last_name, user.first_name),
        sealed: started.sealed,
        sealedExpiresAt: started.expiresAt,
        prepared: JSON.stringify(prepared.state),
        preparedFile: arrived.id,
        requestId: null,
        partyId: null,
      },
    };
  } catch (error) {
    await deps.files.abandon(arrived.id).catch(() => undefined);
    throw error;
  }
}

export async function keepPdf(
  deps: BeginDeps,
  tx: WriteTx,
  userId: string,
  { session, prepared }: BegunPdf,
): Promise<void> {
  const earlier = await supersedeSessions(tx, userId, session.sourceSha256);
  await removeStored(
    tx,
    earlier.flatMap(({ prepared_file }) => prepared_file ?? []),
  );
  if (!(await deps.files.claim(tx, prepared))) fail(kernelErrors.conflict);
  await insertSession(tx, {
    ...session,
    userId,
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + sessionMs),
  });
  tx.audit(events.init, {
    target: session.id,
    metadata: { on_behalf_of: session.onBehalfOf, size_bytes: prepared.sizeBytes },
  });
}

/** A digest that an application computed; what the digest is of is the application's word. */
export function beginForeignDigest(
  deps: BeginDeps,
  db: Reader,
  userId: string,
  body: InitiateBody,
  now: Date,
): ReturnType<typeof beginDigest> {
  const name = body.document_name?.trim() ?? '';
  // Inside the platform's own question: the text cannot pose as a decision.
  const asked = body.display_text?.trim() || name || 'баримт';
  return beginDigest(deps, db, userId, {
    purpose: 'document',
    digest: Buffer.from(body.document_hash_hex, 'hex'),
    name,
    text: signatureText(deps.platformName, asked, 'гарын үсэг зурах уу?'),
    now,
  });
}

/** The phone shows `text`, which the platform has written. */
export async function beginDigest(
  deps: BeginDeps,
  db: Reader,
  userId: string,
  given: { purpose: NewSession['purpose']; digest: Buffer; name: string; text: string; now: Date },
): Promise<Omit<NewSession, 'userId' | 'now' | 'expiresAt'>> {
  const user = await requireSigner(db, userId);
  const { purpose, digest, name, text, now } = given;
  const started = await askPhone(deps, user, { digest, text, now });
  return {
    id: randomBytes(16).toString('hex'),
    kind: 'digest',
    purpose,
    filename: name,
    digest: digest.toString('base64'),
    sourceSha256: '',
    verificationCode: started.verificationCode,
    onBehalfOf: '',
    onBehalfOfName: '',
    childParty: null,
    signerName: joinNames(user.last_name, user.first_name),
    sealed: started.sealed,
    sealedExpiresAt: started.expiresAt,
    prepared: null,
    preparedFile: null,
    requestId: null,
    partyId: null,
  };
}

export async function keepDigest(
  tx: WriteTx,
  userId: string,
  session: Omit<NewSession, 'userId' | 'now' | 'expiresAt'>,
): Promise<void> {
  await insertSession(tx, {
    ...session,
    userId,
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + sessionMs),
  });
  tx.audit(events.initiate, { target: session.id });
}

type EidUser = UserRow & { civil_id: string; document_number: string };

async function requireSigner(db: Reader, userId: string): Promise<EidUser> {
  const user = await findUser(db, userId);
  if (user === undefined || user.civil_id === null || user.document_number === null) fail(errors.no_register);
  return user as EidUser;
}

async function askCertificate(
  deps: BeginDeps,
  user: EidUser,
  signal: AbortSignal,
): Promise<SigningCertificate> {
  return deps.eid
    .signingCertificate({ documentNumber: user.document_number, signal })
    .catch((error: unknown) => explainEid(error));
}

async function askPhone(
  deps: BeginDeps,
  user: EidUser,
  { digest, text, now }: { digest: Uint8Array; text: string; now: Date },
) {
  const signer = signerOf(user) ?? fail(errors.no_register);
  return startSignature(deps, { signer, digest, displayText: text, sealedPurpose, now }).catch(
    (error: unknown) => explainEid(error),
  );
}

export function explainEid(error: unknown): never {
  if (!(error instanceof EidError)) throw error;
  if (error.failure === 'not_configured') fail(identityErrors.eid_not_configured, { detail: error.message });
  if (error.failure === 'unavailable')
    fail(identityErrors.upstream_unavailable, { detail: error.message, retryAfterSeconds: 5 });
  fail(errors.document_cannot_sign, { detail: error.message });
}

async function prepareDocument(
  deps: BeginDeps,
  user: EidUser,
  organisation: Representation | undefined,
  { certificate, chain }: SigningCertificate,
  given: PdfToSign,
): Promise<PrepareResult> {
  const name = joinNames(user.last_name, user.first_name);
  const nameEn = joinNames(user.last_name_en, user.first_name_en);
  const common: PrepareOptions = {
    signerCertificate: certificate,
    chain,
    at: given.now,
    name,
    reason: reasonFor(organisation),
    ...(organisation === undefined || organisation.role === '' ? {} : { role: organisation.role }),
  };
  if (given.mark === 'none') return prepareOrExplain(deps, given, common);
  const mark: NonNullable<PrepareOptions['mark']> = {
    kind: 'signature',
    name: { mn: name, en: nameEn === '' ? name : nameEn },
    ...(organisation === undefined
      ? {}
      : { organisation: { mn: organisation.name, en: organisation.nameEn || organisation.name } }),
    time: localMinute(given.now),
    verifyUrl: `${deps.appOrigin}/sign/verify`,
    ...(await readImages(deps, given.userId, organisation)),
    ...(given.mark === 'default' ? {} : { place: given.mark }),
    ...(given.slot === undefined ? {} : { slot: given.slot }),
  };
  try {
    return await deps.engine.prepare(given.file, { ...common, mark });
  } catch (error) {
    // Nobody asked for the mark, and the document forbids it or the font lacks a letter of the name.
    const mayGoWithout =
      given.mark === 'default' &&
      error instanceof PdfRefused &&
      (error.reason === 'mark_not_allowed' || error.reason === 'unprintable_text');
    if (mayGoWithout) return prepareOrExplain(deps, given, common);
    return explainPdf(error, given.language);
  }
}

function reasonFor(represented: Representation | undefined): string {
  if (represented === undefined) return 'PIN2';
  const { regNo, name } = represented;
  return regNo === '' ? `PIN2, ${name}` : `PIN2, NTRMN-${regNo} ${name}`;
}

async function readImages(
  deps: BeginDeps,
  userId: string,
  organisation: Representation | undefined,
): Promise<MarkImages> {
  const [personalSignature, organisationStamp] = await Promise.all([
    readImage(findSignatureImage(deps, userId)),
    organisation !== undefined && organisation.regNo !== ''
      ? readImage(findStampImage(deps, organisation.regNo))
      : undefined,
  ]);
  return {
    ...(personalSignature === undefined ? {} : { personalSignature }),
    ...(organisationStamp === undefined ? {} : { organisationStamp }),
  };
}

/** A signature without its image is better than none, whatever failed. */
async function readImage(finding: Promise<UsableImage | undefined>): Promise<Uint8Array | undefined> {
  try {
    const image = await finding;
    return image && (await buffer(await image.open()));
  } catch {
    return undefined;
  }
}

const prepareOrExplain = (
  deps: BeginDeps,
  given: PdfToSign,
  options: PrepareOptions,
): Promise<PrepareResult> =>
  deps.engine.prepare(given.file, options).catch((error: unknown) => explainPdf(error, given.language));

function nameOf(given: string): string {
  const name = sanitizeName(given);
  return name === '' ? 'document.pdf' : name;
}

/** The storage reads as a stream. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const piece = 256 * 1024;
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
