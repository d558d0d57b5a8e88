import { createHash } from 'node:crypto';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Language } from '../../../kernel/http/language.ts';
import { oneOf, type Static, Timestamp, Type } from '../../../kernel/http/schemas.ts';
import { readDecision } from './signed-decision.ts';
import { findOwnSignature, findSignature, type SignatureRow } from './store.ts';

export const SignatureView = Type.Object({
  name: Type.String(),
  role: Type.Object({ key: Type.String(), name: Type.String() }),
  authority: Type.String(),
  decision: oneOf('approve', 'reject'),
  signed_at: Timestamp,
});
export type SignatureView = Static<typeof SignatureView>;

const lines = Type.Array(Type.String());
/** A file that proves the decision to anybody, without Tamga. */
export const EvidenceFile = Type.Object({
  format: Type.String(),
  instructions: Type.Object({ mn: lines, en: lines, commands: lines }),
  time: Timestamp,
  epoch: Type.Integer(),
  sha256: Type.String(),
  /** Base64 of the octets that were signed. */
  canonical: Type.String(),
  /** Base64 of an ECDSA signature in DER. */
  signature: Type.String(),
  /** Base64 of PEM, from the officer's certificate to the root. */
  certificates: Type.String(),
  decision: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
});

export async function showSignature(
  db: Reader,
  owner: string,
  applicationId: string,
  language: Language,
): Promise<SignatureView> {
  return viewSignature(await requireSignature(db, owner, applicationId), language);
}

/** Of any application visible under RLS, for the officers of its authority. */
export async function findCaseSignature(
  db: Reader | Tx,
  applicationId: string,
  language: Language,
): Promise<SignatureView | undefined> {
  const found = await findSignature(db, applicationId);
  return found && viewSignature(found, language);
}

function viewSignature({ canonical }: SignatureRow, language: Language): SignatureView {
  const { officer, authority, decision, time } = readDecision(canonical);
  return {
    name: officer.name,
    role: { key: officer.role_key, name: officer.role },
    authority: authority[language],
    decision,
    signed_at: time,
  };
}

/** The values that the commands read are base64, so that they need no JSON reader. */
export async function writeEvidence(
  db: Reader,
  owner: string,
  applicationId: string,
): Promise<{ name: string; text: string }> {
  const { canonical, signature, certificates } = await requireSignature(db, owner, applicationId);
  const decision = readDecision(canonical);
  const name = `${decision.application}-decision.json`;
  const epoch = Math.ceil(new Date(decision.time).getTime() / 1000);
  const file: Static<typeof EvidenceFile> = {
    format: 'tamga-decision-evidence/1',
    instructions: { ...instructions, commands: checkCommands(name, epoch) },
    time: decision.time,
    epoch,
    sha256: createHash('sha256').update(canonical).digest('hex'),
    canonical: Buffer.from(canonical).toString('base64'),
    signature,
    certificates: Buffer.from(certificates).toString('base64'),
    decision: { ...decision },
  };
  return { name, text: `${JSON.stringify(file, null, 2)}\n` };
}

async function requireSignature(db: Reader, owner: string, applicationId: string): Promise<SignatureRow> {
  return (await findOwnSignature(db, applicationId, owner)) ?? fail(kernelErrors.not_found);
}

const instructions = {
  mn: [
    'Энэ файл шийдвэрийг хэн, юу гэж гаргасныг нотолно. Шалгахад OpenSSL хангалттай.',
    'root.pem бол үндэсний баталгаажуулалтын төвийн үндсэн сертификат. Түүнийг энэ файлаас биш, төвийн өөрийнх нь хуудаснаас авна уу.',
    'Доорх командууд "Verified OK", "certificates.pem: OK" гэж хариулбал гарын үсэг хүчинтэй. Гарын үсэг зурсан шийдвэр нь decision.json.',
  ],
  en: [
    'This file proves who made the decision and what it says. OpenSSL is enough to check it.',
    'root.pem is the root certificate of the national certification authority. Take it from the authority itself, not from this file.',
    'The signature is valid when the commands answer "Verified OK" and "certificates.pem: OK". The signed decision is decision.json.',
  ],
};

/** The guide shows the same commands; a test runs them with Debian's openssl. */
export const checkCommands = (file: string, epoch: number): string[] => [
  `value() { sed -n "s/.*\\"$1\\": *\\"\\([^\\"]*\\)\\".*/\\1/p" ${file} | openssl base64 -d -A; }`,
  'value canonical > decision.json',
  'value signature > signature.der',
  'value certificates > certificates.pem',
  'openssl x509 -in certificates.pem -noout -subject -issuer',
  'openssl x509 -in certificates.pem -noout -pubkey > key.pem',
  'openssl dgst -sha256 -verify key.pem -signature signature.der decision.json',
  `openssl verify -attime ${epoch} -CAfile root.pem -untrusted certificates.pem certificates.pem`,
];
