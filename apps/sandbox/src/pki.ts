import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  CertificatePurpose,
  Credential,
  RevokedCertificate,
  SealOwner,
  Validity,
} from './certificates.ts';
import type { Citizen } from './citizens.ts';
import { createKeyPem } from './keys.ts';

/** Loaded when something is issued: a data directory that has its certificates starts without the library. */
const loadIssuer = () => import('./certificates.ts');

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** A stored leaf with less than this left at start is reissued, so that a data directory never expires. */
const RENEW_BEFORE_MS = 90 * DAY_MS;

/** Raised with the extensions of the certificates, so that an existing directory gets the new ones. */
const PROFILE = 2;

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
  /** The timestamp authority and the seals of organisations; absent in older directories. */
  services?: Record<string, Credential & { issued_as: string }>;
}

export interface CitizenCredential {
  privateKey: KeyObject;
  certificate: X509Certificate;
}

export type CertificateStatus = { kind: 'good' } | { kind: 'revoked'; at: Date } | { kind: 'unknown' };

export interface Pki {
  /** Known after `serveAt`: the issuing certificate names the address of the root's revocation list. */
  authority(): { root: X509Certificate; issuing: X509Certificate; responder: CitizenCredential };
  trustRootsPath: string;
  /** Makes certificates point to this address; stored ones that already do are kept. */
  serveAt(publicUrl: string): Promise<void>;
  /** Must be called before `credential`: issuing to all citizens at start would dominate the start time. */
  issueTo(citizen: Citizen): Promise<void>;
  credential(citizen: Citizen, purpose: CertificatePurpose): CitizenCredential;
  timestampAuthority(): Promise<CitizenCredential>;
  /** With its key: the sandbox gives a seal to whoever plays the organisation. */
  seal(owner: SealOwner): Promise<Credential>;
  /** `serialHex` is upper case without leading zeros, in Node's form. */
  status(serialHex: string): CertificateStatus;
  /** Takes effect at `at`; a moment in the future leaves the certificate valid until then. */
  revoke(serialHex: string, at: Date): void;
  forgetRevocations(): void;
  crl(authority: 'root' | 'issuing', list: { thisUpdate: Date; nextUpdate: Date }): Promise<Buffer>;
}

function validityFrom(now: Date, beforeMs: number, afterMs: number): Validity {
  // Certificates have a resolution of one second.
  const base = Math.floor(now.getTime() / 1000) * 1000;
  return { notBefore: new Date(base - beforeMs), notAfter: new Date(base + afterMs) };
}

async function createAuthority(now: Date, publicUrl: string): Promise<StoredPki> {
  // The authorities are older than the expired certificate, as in a real chain.
  const { issueRoot, issueResponder } = await loadIssuer();
  const root = await issueRoot(validityFrom(now, 6 * YEAR_MS, 20 * YEAR_MS));
  const issuing = await createIssuing(root, now, publicUrl);
  const responder = await issueResponder(issuing, validityFrom(now, DAY_MS, 10 * YEAR_MS));
  return { root, issuing, responder, citizens: {} };
}

async function createIssuing(
  root: Credential,
  now: Date,
  publicUrl: string,
  keyPem?: string,
): Promise<Credential> {
  const { issueIssuingAuthority } = await loadIssuer();
  const validity = validityFrom(now, 5 * YEAR_MS, 15 * YEAR_MS);
  return issueIssuingAuthority(root, { ...validity, publicUrl, ...(keyPem === undefined ? {} : { keyPem }) });
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
  return JSON.stringify([PROFILE, civilId, surnameEn, givenNameEn, level, trouble, publicUrl]);
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

/** Opens or creates the authority; nothing is issued before `serveAt` gives the address for the certificates. */
export async function openPki(dataDir: string, citizens: readonly Citizen[], now: () => Date): Promise<Pki> {
  const directory = join(dataDir, 'pki');
  const storePath = join(directory, 'pki.json');
  const trustRootsPath = join(directory, 'trust.pem');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const kept = await readStored(storePath);

  const credentials = new Map<string, CitizenCredential>();
  const statuses = new Map<string, CertificateStatus>();
  const revocations = new Map<string, Date>();
  const issued = new Map<string, Promise<void>>();
  const services = new Map<string, Promise<Credential>>();
  let opened:
    | { stored: StoredPki; root: X509Certificate; issuing: X509Certificate; responder: CitizenCredential }
    | undefined;
  let publicUrl = '';
  let saved = Promise.resolve();

  function authority() {
    if (!opened) throw new Error('The sandbox has no address for its certificates yet.');
    return opened;
  }

  function save(): Promise<void> {
    const { stored } = authority();
    // Writes are serialized, because they share one temporary file.
    saved = saved.then(() => replaceFile(storePath, JSON.stringify(stored, null, 2)));
    return saved;
  }

  async function openAuthority(): Promise<void> {
    const stored = kept ?? (await createAuthority(now(), publicUrl));
    // Signatures reach B-LT only if the root's revocation list is found where this certificate says it is.
    const pointers = new X509Certificate(stored.issuing.certificatePem).infoAccess ?? '';
    const isPointed = pointers.includes(`URI:${publicUrl}/`);
    if (!isPointed)
      stored.issuing = await createIssuing(stored.root, now(), publicUrl, stored.issuing.keyPem);
    const issuing = new X509Certificate(stored.issuing.certificatePem);
    if (now() < issuing.validFromDate || now() > issuing.validToDate) {
      throw new Error(
        `The sandbox authority in ${directory} is not valid now; remove the directory to make a new one.`,
      );
    }
    opened = {
      stored,
      issuing,
      root: new X509Certificate(stored.root.certificatePem),
      responder: toCredential(stored.responder),
    };
    if (kept === null || !isPointed) await save();
    await replaceFile(trustRootsPath, stored.root.certificatePem + stored.issuing.certificatePem);
  }

  async function issueOne(citizen: Citizen): Promise<void> {
    const { stored } = authority();
    const keys = stored.citizens[citizen.nationalId]?.keys ?? { AUTH: createKeyPem(), SIGN: createKeyPem() };
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
    await save();
  }

  function load(citizen: Citizen, purpose: CertificatePurpose): void {
    const kept = authority().stored.citizens[citizen.nationalId];
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

  /** A service certificate is issued at its first use, like those of citizens. */
  function service(name: string, issue: (validity: Validity) => Promise<Credential>): Promise<Credential> {
    const issuedAs = JSON.stringify([PROFILE, name, publicUrl]);
    const provide = async (): Promise<Credential> => {
      const { stored } = authority();
      stored.services ??= {};
      const found = stored.services[name];
      const expires = found && new X509Certificate(found.certificatePem).validToDate.getTime();
      if (found?.issued_as === issuedAs && (expires ?? 0) - now().getTime() > RENEW_BEFORE_MS) return found;
      const fresh = await issue(validityFrom(now(), DAY_MS, 3 * YEAR_MS));
      stored.services[name] = { ...fresh, issued_as: issuedAs };
      await save();
      return fresh;
    };
    const work = services.get(issuedAs) ?? provide().then(known);
    services.set(issuedAs, work);
    return work;
  }

  function known(credential: Credential): Credential {
    statuses.set(new X509Certificate(credential.certificatePem).serialNumber, { kind: 'good' });
    return credential;
  }

  function status(serialHex: string): CertificateStatus {
    const at = revocations.get(serialHex);
    if (at !== undefined && at <= now()) return { kind: 'revoked', at };
    return statuses.get(serialHex) ?? { kind: 'unknown' };
  }

  function revokedBy(name: 'root' | 'issuing'): RevokedCertificate[] {
    const own = authority().issuing.serialNumber;
    const serials = name === 'root' ? [own] : [...new Set([...statuses.keys(), ...revocations.keys()])];
    return serials.flatMap((serialHex) => {
      const found = status(serialHex);
      return found.kind === 'revoked' && (name === 'root' || serialHex !== own)
        ? [{ serialHex, at: found.at }]
        : [];
    });
  }

  return {
    authority,
    trustRootsPath,

    async serveAt(address) {
      publicUrl = address;
      await openAuthority();
      credentials.clear();
      statuses.clear();
      issued.clear();
      services.clear();
      const { stored } = authority();
      for (const citizen of citizens) {
        if (!isStillRight(citizen, stored.citizens[citizen.nationalId], publicUrl, now())) continue;
        load(citizen, 'AUTH');
        load(citizen, 'SIGN');
        issued.set(citizen.nationalId, Promise.resolve());
      }
      for (const credential of Object.values(stored.services ?? {})) known(credential);
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

    timestampAuthority: async () =>
      toCredential(
        await service('timestamp authority', async (validity) =>
          (await loadIssuer()).issueTimestampAuthority(authority().stored.issuing, {
            ...validity,
            publicUrl,
          }),
        ),
      ),

    seal: (owner) =>
      service(`seal ${owner.register} ${owner.name}`, async (validity) =>
        (await loadIssuer()).issueSeal(authority().stored.issuing, owner, { ...validity, publicUrl }),
      ),

    status,
    revoke: (serialHex, at) => void revocations.set(serialHex, at),
    forgetRevocations: () => revocations.clear(),

    async crl(name, list) {
      const { issueCrl } = await loadIssuer();
      return issueCrl(authority().stored[name], { ...list, revoked: revokedBy(name) });
    },
  };
}

function toCredential({ certificatePem, keyPem }: Credential): CitizenCredential {
  return { certificate: new X509Certificate(certificatePem), privateKey: createPrivateKey(keyPem) };
}
