import { createHash } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import {
  type ApplicationRow,
  isSignatureUsed,
  keepSignature,
  type Result,
  type SignedDecision,
  serviceById,
} from '../gov/index.ts';
import { signatureText } from '../identity/index.ts';
import { findRole } from '../rbac/index.ts';
import {
  type AdvanceDeps,
  type BeginDeps,
  beginDigest,
  describeSignature,
  type VerifiedDigest,
  verifiedDigest,
} from '../signing/index.ts';
import { findUser, joinNames } from '../users/index.ts';
import { errors } from './errors.ts';

export type SigningDeps = BeginDeps & AdvanceDeps;

/** A decision as the officer gives it, checked against the state table. */
export interface Decision {
  approve: boolean;
  result: Result;
  note: string;
}

/** Ready to be kept with the decision. */
export interface SignatureOfDecision {
  sid: string;
  canonical: string;
  signature: string;
  certificates: string;
}

/** A signature begun earlier does not decide, because the case may have been read long ago. */
const lifeMs = 20 * 60_000;

/** The decision in the form that is signed; it names everything that the citizen has to know. */
async function writeDecision(
  db: Reader,
  actor: Actor,
  row: ApplicationRow,
  { decision, time }: { decision: Decision; time: Date },
): Promise<string> {
  const { approve, result, note } = decision;
  const user = (await findUser(db, actor.userId)) ?? fail(kernelErrors.not_found);
  const role = await findRole(db, actor.roleId);
  const service = row.service_id === null ? undefined : await serviceById(db, row.service_id);
  return canonicalize({
    format: 'tamga-decision/1',
    application: row.reference_no,
    service: { code: row.service_code, name: { mn: row.service_name.mn, en: row.service_name.en } },
    decision: approve ? 'approve' : 'reject',
    result,
    reason: approve ? '' : note,
    conditions: approve ? note : '',
    time: time.toISOString(),
    officer: {
      name: joinNames(user.last_name, user.first_name),
      role: role?.name ?? '',
      role_key: actor.roleKey,
    },
    authority: { mn: row.agency, en: service?.agency_en || row.agency },
  } satisfies SignedDecision);
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Asks the officer's phone for PIN2 over exactly this decision. */
export async function beginSignature(
  deps: SigningDeps,
  db: Reader,
  call: { actor: Actor; row: ApplicationRow; decision: Decision; now: Date },
) {
  const { actor, row, decision, now } = call;
  const canonical = await writeDecision(db, actor, row, { decision, time: now });
  const question = decision.approve ? 'зөвшөөрөх үү?' : 'татгалзах уу?';
  const text = signatureText(deps.platformName, row.reference_no, question);
  const session = await beginDigest(deps, db, actor.userId, {
    purpose: 'decision',
    digest: digestOf(canonical),
    name: row.reference_no,
    text,
    now,
  });
  return { session, text };
}

/** The officer's signature over this decision, or a failure that says why there is none. */
export async function requireSignature(
  deps: SigningDeps,
  db: Reader,
  call: {
    actor: Actor;
    row: ApplicationRow;
    decision: Decision;
    sid: string | undefined;
    now: Date;
    signal: AbortSignal;
  },
): Promise<SignatureOfDecision> {
  const { actor, row, decision, sid, now } = call;
  if (sid === undefined) fail(errors.signature_required);
  if (await isSignatureUsed(db, sid)) fail(errors.signature_used);
  const signed = await findSigned(deps, db, actor.userId, sid, call.signal);
  if (now.getTime() - signed.begunAt.getTime() > lifeMs) fail(errors.signature_expired);
  const canonical = await writeDecision(db, actor, row, { decision, time: signed.begunAt });
  if (!digestOf(canonical).equals(signed.digest)) fail(errors.signature_mismatch);
  const described = await describeSignature(deps, Buffer.from(canonical), signed);
  return {
    sid,
    canonical,
    signature: described.signature.toString('base64'),
    certificates: described.certificates,
  };
}

/** A session of another person does not exist for this officer. */
const findSigned = (
  deps: SigningDeps,
  db: Reader,
  officerId: string,
  sid: string,
  signal: AbortSignal,
): Promise<VerifiedDigest> =>
  verifiedDigest(deps, db, { owner: officerId, sid, purpose: 'decision' }, signal).catch((error: unknown) => {
    if (error instanceof AppError && error.definition === kernelErrors.not_found)
      fail(errors.signature_mismatch);
    throw error;
  });

/** Runs after the decision in its transaction, so that of two officers the second learns that it was decided. */
export async function keepWithDecision(
  tx: WriteTx,
  officerId: string,
  applicationId: string,
  signature: SignatureOfDecision,
): Promise<void> {
  if (!(await keepSignature(tx, { ...signature, applicationId, officerId, now: tx.now })))
    fail(errors.signature_used);
}
