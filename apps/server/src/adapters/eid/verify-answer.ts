import type * as pkijs from 'pkijs';
import {
  ATTRIBUTE,
  keyTypeName,
  nameAttribute,
  parseCertificate,
  publicKeyOf,
  serialOf,
} from '../../kernel/pki/certificate.ts';
import { type ChainCheck, checkChain, type TrustStore } from '../../kernel/pki/check-chain.ts';
import type { EidIdentity, EidSession } from '../../modules/identity/eid-port.ts';
import type { AnswerShape, ApprovedAnswer } from './check-answer-shape.ts';
import { checkFlow, type FlowCheck } from './check-flow.ts';
import { checkKeyUsage, type KeyUsageCheck, type SigningKeyUsageCheck } from './check-key-usage.ts';
import { checkLevel, type LevelCheck } from './check-level.ts';
import type { RevocationCheck } from './check-revocation.ts';
import { checkSignature, type RelyingParty, type SignatureCheck } from './check-signature.ts';
import { checkSubject, type SubjectCheck } from './check-subject.ts';

type ReasonOf<Check> = Check extends { ok: false; reason: infer Reason } ? Reason : never;

/** Every reason to reject an answer. */
export type FailedCheck =
  | 'unreadable_certificate'
  | ReasonOf<AnswerShape>
  | ReasonOf<ChainCheck>
  | ReasonOf<KeyUsageCheck>
  | ReasonOf<SigningKeyUsageCheck>
  | ReasonOf<LevelCheck>
  | ReasonOf<SignatureCheck>
  | ReasonOf<SubjectCheck>
  | ReasonOf<FlowCheck>
  | ReasonOf<RevocationCheck>;

export type Verification = { ok: true; identity: EidIdentity } | { ok: false; reason: FailedCheck };

export interface VerificationContext {
  party: RelyingParty;
  trust: TrustStore;
  now: Date;
  userChallengeVerifier: string | null;
  /** Absent when the operator switched revocation off. */
  revocation: ((leaf: pkijs.Certificate, issuer: pkijs.Certificate) => Promise<RevocationCheck>) | null;
}

/**
 * Every check must pass before any value of the answer is used. Revocation comes last, because it is the only
 * check that calls out: it runs only for a certificate and a signature that are otherwise valid.
 */
export async function verifyAnswer(
  session: EidSession,
  answer: ApprovedAnswer,
  context: VerificationContext,
): Promise<Verification> {
  const { person, signature } = answer;
  const leaf = parseCertificate(Buffer.from(answer.cert.value, 'base64'));
  if (!leaf) return { ok: false, reason: 'unreadable_certificate' };

  const chain = await checkChain(leaf, context.trust, context.now);
  if (!chain.ok) return chain;
  const usage = checkKeyUsage(leaf);
  if (!usage.ok) return usage;
  const level = checkLevel(leaf, answer.cert.certificateLevel, session.level);
  if (!level.ok) return level;
  const key = publicKeyOf(leaf);
  if (!key) return { ok: false, reason: 'key_does_not_fit' };
  const signed = checkSignature({
    key,
    party: context.party,
    session,
    signed: signature,
    interactionTypeUsed: answer.interactionTypeUsed,
  });
  if (!signed.ok) return signed;
  const subject = checkSubject(leaf, person, session.nationalId);
  if (!subject.ok) return subject;
  const flow = checkFlow(session, signature, context.userChallengeVerifier);
  if (!flow.ok) return flow;
  const revocation = await context.revocation?.(leaf, chain.issuer);
  if (revocation && !revocation.ok) return revocation;

  return {
    ok: true,
    identity: {
      civilId: person.civilId,
      nationalId: subject.nationalId,
      givenName: person.givenName,
      surname: person.surname,
      givenNameEn: person.givenNameEn,
      surnameEn: person.surnameEn,
      documentNumber: answer.result.documentNumber,
      level: level.level,
      flowType: signature.flowType,
      certificate: {
        serial: serialOf(leaf),
        notBefore: leaf.notBefore.value.toISOString(),
        notAfter: leaf.notAfter.value.toISOString(),
        issuer: nameAttribute(leaf.issuer, ATTRIBUTE.commonName) ?? '',
        keyType: keyTypeName(key),
      },
    },
  };
}
