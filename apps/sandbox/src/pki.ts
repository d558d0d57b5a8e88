import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CertificatePurpose, Credential, Validity } from './certificates.ts';
import type { Citizen } from './citizens.ts';
import { createKeyPem } from './keys.ts';

/** Loaded when something is issued: a data directory that has its certificates starts without the library. */
const loadIssuer = () => import('./certificates.ts');

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** A stored leaf with less than this left at start is reissued, so that a data directory never expires. */
const RENEW_BEFORE_MS = 90 * DAY_MS;

interface StoredCitizen {
  keys: Record<CertificatePurpose, string>;
  certificates: Record<CertificatePurpose, string>;
  /** The inputs of the certificates, so that a change of the citizens updates an existing directory. */
  issued_as: string;
}

/** One file, replaced atomically: an interrupted start leaves no partial authority. */
interface StoredPki {
  root: Credential;
  issuing: Credential;
  responder: Credential;
  citizens: Record<string, StoredCitizen>;
}

export interface CitizenCredential {
  privateKey: KeyObject;
  certificate: X509Certificate;
}

export type CertificateStatus = { kind: 'good' } | { kind: 'revoked'; at: Date } | { kind: 'unknown' };

export interface Pki {
  rootPem: string;
  issuingPem: string;
  responder: { certificate: X509Certificate; privateKey: KeyObject };
  issuing: X509Certificate;
  trustRootsPath: string;
  /** Makes certificates point to this address; stored ones that already do are kept. */
  serveAt(publicUrl: string): void;
  /** Must be called before `credential`: issuing to all citizens at start would dominate the start time. */
  issueTo(citizen: Citizen): Promise<void>;
  credential(citizen: Citizen, purpose: CertificatePurpose): CitizenCredential;
  /** `serialHex` is upper case without leading zeros, in Node's form. */
  status(serialHex: string): CertificateStatus;
}

function validityFrom(now: Date, beforeMs: number, afterMs: number): Validity {
  // Certificates have a resolution of one second.
  const base = Math.floor(now.getTime() / 1000) * 1000;
  return { notBefore: new Date(base - beforeMs), notAfter: new Date(base + afterMs) };
}

async function createAuthority(now: Date): Promise<StoredPki> {
  // The authorities are older than the expired certificate, as in a real chain.
  const { issueRoot, issueIssuingAuthority, issueResponder } = await loadIssuer();
  const root = await issueRoot(validityFrom(now, 6 * YEAR_MS, 20 * YEAR_MS));
  const issuing = await issueIssuingAuthority(root, validityFrom(now, 5 * YEAR_MS, 15 * YEAR_MS));
  const responder = await issueResponder(issuing, validityFrom(now, DAY_MS, 10 * YEAR_MS));
  return { root, issuing, responder, citizens: {} };
}

async function readStored(path: string): Promise<StoredPki | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StoredPki;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(
      `The sandbox keys in ${path} cannot be read; move the file away to start with new ones.`,
      {
        cause: error,
      },
    );
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function leafValidity(citizen: Citizen, now: Date): Validity {
  if (citizen.trouble !== 'expired') return validityFrom(now, DAY_MS, 3 * YEAR_MS);
  return validityFrom(now, 4 * YEAR_MS, -YEAR_MS);
}

function describeIssue(citizen: Citizen, publicUrl: string): string {
  const { civilId, surnameEn, givenNameEn, level, trouble } = citizen;
  return JSON.stringify([civilId, surnameEn, givenNameEn, level, trouble, publicUrl]);
}

function isStillRight(
  citizen: Citizen,
  kept: StoredCitizen | undefined,
  publicUrl: string,
  now: Date,
): boolean {
  if (kept?.issued_as !== describeIssue(citizen, publicUrl)) return false;
  const certificate = new X509Certificate(kept.certificates.AUTH);
  const leftMs = certificate.validToDate.getTime() - now.getTime();
  if (citizen.trouble === 'expired') return leftMs < 0;
  return certificate.validFromDate <= now && leftMs > RENEW_BEFORE_MS;
}

export async function openPki(dataDir: string, citizens: readonly Citizen[], now: () => Date): Promise<Pki> {
  const directory = join(dataDir, 'pki');
  const storePath = join(directory, 'pki.json');
  const trustRootsPath = join(directory, 'trust.pem');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);

  const kept = await readStored(storePath);
  const stored = kept ?? (await createAuthority(now()));
  const save = () => replaceFile(storePath, JSON.stringify(stored, null, 2));
  if (kept === null) await save();
  const issuing = new X509Certificate(stored.issuing.certificatePem);
  if (now() < issuing.validFromDate || now() > issuing.validToDate) {
    throw new Error(
      `The sandbox authority in ${directory} is not valid now; remove the directory to make a new one.`,
    );
  }
  await replaceFile(trustRootsPath, stored.root.certificatePem + stored.issuing.certificatePem);

  const credentials = new Map<string, CitizenCredential>();
  const statuses = new Map<string, CertificateStatus>();
  const issued = new Map<string, Promise<void>>();
  let publicUrl = '';
  let saved = Promise.resolve();

  async function issueOne(citizen: Citizen): Promise<void> {
    const kept = stored.citizens[citizen.nationalId];
    const keys = kept?.keys ?? { AUTH: createKeyPem(), SIGN: createKeyPem() };
    const validity = leafValidity(citizen, now());
    const { issueCitizenCertificate } = await loadIssuer();
    const issueLeaf = async (purpose: CertificatePurpose): Promise<string> => {
      const request = { citizen, purpose, keyPem: keys[purpose], publicUrl, ...validity };
      return (await issueCitizenCertificate(stored.issuing, request)).certificatePem;
    };
    const [AUTH, SIGN] = await Promise.all([issueLeaf('AUTH'), issueLeaf('SIGN')]);
    stored.citizens[citizen.nationalId] = {
      keys,
      certificates: { AUTH, SIGN },
      issued_as: describeIssue(citizen, publicUrl),
    };
    load(citizen, 'AUTH');
    load(citizen, 'SIGN');
    // Writes are serialized, because they share one temporary file.
    saved = saved.then(save);
    await saved;
  }

  function load(citizen: Citizen, purpose: CertificatePurpose): void {
    const kept = stored.citizens[citizen.nationalId];
    if (!kept) throw new Error('A citizen has no certificate after issuing.');
    const certificate = new X509Certificate(kept.certificates[purpose]);
    const privateKey = createPrivateKey(kept.keys[purpose]);
    credentials.set(`${purpose} ${citizen.nationalId}`, { certificate, privateKey });
    const revokedAt = new Date(certificate.validFromDate.getTime() + DAY_MS / 2);
    statuses.set(
      certificate.serialNumber,
      citizen.trouble === 'revoked' ? { kind: 'revoked', at: revokedAt } : { kind: 'good' },
    );
  }

  return {
    rootPem: stored.root.certificatePem,
    issuingPem: stored.issuing.certificatePem,
    issuing,
    responder: {
      certificate: new X509Certificate(stored.responder.certificatePem),
      privateKey: createPrivateKey(stored.responder.keyPem),
    },
    trustRootsPath,

    serveAt(address) {
      publicUrl = address;
      credentials.clear();
      statuses.clear();
      issued.clear();
      for (const citizen of citizens) {
        if (!isStillRight(citizen, stored.citizens[citizen.nationalId], publicUrl, now())) continue;
        load(citizen, 'AUTH');
        load(citizen, 'SIGN');
        issued.set(citizen.nationalId, Promise.resolve());
      }
    },

    issueTo(citizen) {
      const work = issued.get(citizen.nationalId) ?? issueOne(citizen);
      issued.set(citizen.nationalId, work);
      return work;
    },

    credential(citizen, purpose) {
      const found = credentials.get(`${purpose} ${citizen.nationalId}`);
      if (!found) throw new Error('The certificates are not issued yet.');
      return found;
    },

    status: (serialHex) => statuses.get(serialHex) ?? { kind: 'unknown' },
  };
}
