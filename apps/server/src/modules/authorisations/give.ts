import { createHash } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { signatureText } from '../identity/index.ts';
import {
  type AdvanceDeps,
  type BeginDeps,
  beginDigest,
  describeSignature,
  keepDigest,
  verifiedDigest,
} from '../signing/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { noticeQueue } from './notices.ts';
import type { AuthorisationView, GiveBody, SigningView, WishBody } from './schemas.ts';
import { readStatement, writeStatement } from './statement.ts';
import {
  countOpen,
  countOpenAndLock,
  type GrantorKey,
  insertAuthorisation,
  isSignatureUsed,
} from './store.ts';
import { readTerms, type TermsDeps, timesOf } from './terms.ts';
import { readAuthorisation } from './views.ts';

export type GiveDeps = BeginDeps & AdvanceDeps & TermsDeps;

/** More than a person or an office needs, and too few for spam. */
const mostOpen = 50;
/** A signature begun earlier does not count, because its terms may have been read long ago. */
const signatureLifeMs = 20 * 60_000;
const answerMs = 30 * 24 * 3_600_000;

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Asks the grantor's phone for PIN2 over exactly these terms; nobody is asked to sign what would be refused. */
export async function prepareSigning(
  deps: GiveDeps,
  db: Reader,
  call: { userId: string; body: WishBody; now: Date; signal: AbortSignal },
) {
  const { userId, body, now, signal } = call;
  const terms = await readTerms(deps, db, userId, body, { at: now, signal });
  if ((await countOpen(db, keyOf(userId, body), now)) >= mostOpen) fail(errors.too_many);
  const text = signatureText(deps.platformName, terms.receiver.name, 'итгэмжлэх үү?');
  const session = await beginDigest(deps, db, userId, {
    purpose: 'authorisation',
    digest: digestOf(writeStatement(terms)),
    name: 'Итгэмжлэл',
    text,
    now,
  });
  return { session, text };
}

export async function startSigning(
  tx: WriteTx,
  userId: string,
  { session, text }: Awaited<ReturnType<typeof prepareSigning>>,
): Promise<SigningView> {
  await keepDigest(tx, userId, session);
  return {
    sid: session.id,
    verification_code: session.verificationCode,
    text,
    expires_at: session.sealedExpiresAt.toISOString(),
  };
}

const keyOf = (userId: string, body: Pick<WishBody, 'organisation_id'>): GrantorKey => ({
  grantorId: userId,
  organisationId: body.organisation_id?.toLowerCase() ?? null,
});

/** The statement is written again from the request, so that the signature proves every part of it. */
export async function prepareGiving(
  deps: GiveDeps,
  db: Reader,
  call: { userId: string; body: GiveBody; now: Date; signal: AbortSignal },
) {
  const { userId, now, signal } = call;
  const { sid, ...wish } = call.body;
  if (await isSignatureUsed(db, sid)) fail(errors.signature_used);
  const signed = await verifiedDigest(
    deps,
    db,
    { owner: userId, sid, purpose: 'authorisation' },
    signal,
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.definition === kernelErrors.not_found)
      fail(errors.signature_mismatch);
    throw error;
  });
  if (now.getTime() - signed.begunAt.getTime() > signatureLifeMs) fail(errors.signature_expired);
  const canonical = writeStatement(await readTerms(deps, db, userId, wish, { at: signed.begunAt, signal }));
  if (!digestOf(canonical).equals(signed.digest)) fail(errors.signature_mismatch);
  const { signature, certificates } = await describeSignature(deps, Buffer.from(canonical), signed);
  return {
    ...keyOf(userId, wish),
    sid,
    canonical,
    signature: signature.toString('base64'),
    certificates,
  };
}

export async function give(
  tx: WriteTx,
  language: Language,
  signed: Awaited<ReturnType<typeof prepareGiving>>,
): Promise<AuthorisationView> {
  if ((await countOpenAndLock(tx, signed, tx.now)) >= mostOpen) fail(errors.too_many);
  const { receiver, purposes, services, from, until } = readStatement(signed.canonical);
  const times = timesOf({ from, until });
  const made = await insertAuthorisation(tx, {
    ...signed,
    receiverRegister: receiver.register_number,
    validFrom: times.from,
    validUntil: times.until,
    answerUntil: new Date(Math.min(tx.now.getTime() + answerMs, times.until.getTime())),
    now: tx.now,
  });
  if (made === undefined) fail(errors.signature_used);
  // The audit log is kept longer than an unanswered offer, so it must not hold the receiver's register number.
  tx.audit(events.given, {
    target: made.id,
    metadata: {
      purposes,
      services: services === 'all' ? 'all' : services.map(({ code }) => code),
      from,
      until,
      organisation_id: signed.organisationId,
      signature: signed.sid,
    },
  });
  tx.enqueue(noticeQueue, { kind: 'offered', id: made.id });
  return readAuthorisation(tx, made.id, language, tx.now);
}
