import { createHash } from 'node:crypto';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Static } from '../../kernel/http/schemas.ts';
import type { EvidenceFile } from './schemas.ts';
import { readStatement } from './statement.ts';
import { findEvidence } from './store.ts';
import { mayHaveEvidence, requireAuthorisation } from './views.ts';

/** The values that the commands read are base64, so that they need no JSON reader. */
export async function writeEvidence(
  db: Reader,
  id: string,
  now: Date,
): Promise<{ name: string; text: string }> {
  if (!mayHaveEvidence(await requireAuthorisation(db, id, now))) fail(kernelErrors.not_found);
  const { canonical, signature, certificates } = (await findEvidence(db, id)) ?? fail(kernelErrors.not_found);
  const statement = readStatement(canonical);
  const name = `authorisation-${statement.from}-${id.slice(0, 8)}.json`;
  const epoch = Math.ceil(new Date(statement.time).getTime() / 1000);
  const file: Static<typeof EvidenceFile> = {
    format: 'tamga-authorisation-evidence/1',
    instructions: { ...instructions, commands: checkCommands(name, epoch) },
    time: statement.time,
    epoch,
    sha256: createHash('sha256').update(canonical).digest('hex'),
    canonical: Buffer.from(canonical).toString('base64'),
    signature,
    certificates: Buffer.from(certificates).toString('base64'),
    statement: { ...statement },
  };
  return { name, text: `${JSON.stringify(file, null, 2)}\n` };
}

const instructions = {
  mn: [
    'Энэ файл итгэмжлэлийг хэн, хэнд, юуны тулд олгосныг нотолно. Шалгахад OpenSSL хангалттай.',
    'root.pem бол үндэсний баталгаажуулалтын төвийн үндсэн сертификат. Түүнийг энэ файлаас биш, төвийн өөрийнх нь хуудаснаас авна уу.',
    'Доорх командууд "Verified OK", "certificates.pem: OK" гэж хариулбал гарын үсэг хүчинтэй. Гарын үсэг зурсан итгэмжлэл нь statement.json.',
    'Итгэмжлэлийг дараа нь цуцалсан эсэхийг энэ файл хэлэхгүй.',
  ],
  en: [
    'This file proves who gave the authorisation, to whom and for what. OpenSSL is enough to check it.',
    'root.pem is the root certificate of the national certification authority. Take it from the authority itself, not from this file.',
    'The signature is valid when the commands answer "Verified OK" and "certificates.pem: OK". The signed authorisation is statement.json.',
    'This file does not say whether the authorisation was ended later.',
  ],
};

/** A test runs these commands. */
const checkCommands = (file: string, epoch: number): string[] => [
  `value() { sed -n "s/.*\\"$1\\": *\\"\\([^\\"]*\\)\\".*/\\1/p" ${file} | openssl base64 -d -A; }`,
  'value canonical > statement.json',
  'value signature > signature.der',
  'value certificates > certificates.pem',
  'openssl x509 -in certificates.pem -noout -subject -issuer',
  'openssl x509 -in certificates.pem -noout -pubkey > key.pem',
  'openssl dgst -sha256 -verify key.pem -signature signature.der statement.json',
  `openssl verify -attime ${epoch} -CAfile root.pem -untrusted certificates.pem certificates.pem`,
];
