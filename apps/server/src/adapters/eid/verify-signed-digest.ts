import { parseCertificate, publicKeyOf, serialOf } from '../../kernel/pki/certificate.ts';
import { checkChain } from '../../kernel/pki/check-chain.ts';
import type { EidSignature, EidSignatureSession } from '../../modules/identity/eid-port.ts';
import type { ApprovedDigestAnswer } from './check-answer-shape.ts';
import { checkSigningKeyUsage } from './check-key-usage.ts';
import { checkLevel } from './check-level.ts';
import { checkRawSignature } from './check-raw-signature.ts';
import { checkSubject } from './check-subject.ts';
import type { FailedCheck, VerificationContext } from './verify-answer.ts';

export type DigestVerification =
  | { ok: true; signature: EidSignature }
  | { ok: false; reason: Exclude<FailedCheck, 'return_missing'> };

/**
 * Verifies that a PIN2 answer is the requested person's signature over the given digest. The order is that of
 * a sign-in: local checks first, the call to the responder last.
 */
export async function verifySignedDigest(
  session: EidSignatureSession,
  answer: ApprovedDigestAnswer,
  context: Pick<VerificationContext, 'trust' | 'now' | 'revocation'>,
): Promise<DigestVerification> {
  const { person, signature } = answer;
  const der = Buffer.from(answer.cert.value, 'base64');
  const leaf = parseCertificate(der);
  if (!leaf) return { ok: false, reason: 'unreadable_certificate' };

  const chain = await checkChain(leaf, context.trust, context.now);
  if (!chain.ok) return chain;
  const usage = checkSigningKeyUsage(leaf);
  if (!usage.ok) return usage;
  const level = checkLevel(leaf, answer.cert.certificateLevel, session.level);
  if (!level.ok) return level;
  const key = publicKeyOf(leaf);
  if (!key) return { ok: false, reason: 'key_does_not_fit' };
  if (answer.interactionTypeUsed !== 'displayTextAndPIN') return { ok: false, reason: 'other_interaction' };
  if (signature.flowType !== 'Notification') return { ok: false, reason: 'other_flow' };
  const signed = checkRawSignature({ key, digest: Buffer.from(session.digest, 'base64'), signed: signature });
  if (!signed.ok) return signed;
  // The civil id comes from an earlier, proven sign-in: the provider cannot substitute another person.
  if (person.civilId !== session.civilId) return { ok: false, reason: 'other_civil_id' };
  const subject = checkSubject(leaf, person, session.nationalId);
  if (!subject.ok) return subject;
  const revocation = await context.revocation?.(leaf, chain.issuer);
  if (revocation && !revocation.ok) return revocation;

  return {
    ok: true,
    signature: {
      value: signature.value,
      certificate: der.toString('base64'),
      certificateSerial: serialOf(leaf),
      level: level.level,
      documentNumber: answer.result.documentNumber,
    },
  };
}
