import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createPkcs11Signer, Pkcs11Refused } from '../adapters/pkcs11/index.ts';
import { type Config, type Env, readEnvironment } from '../config.ts';
import { parseCertificate } from '../kernel/pki/certificate.ts';
import { checkChain, withIntermediates } from '../kernel/pki/check-chain.ts';
import {
  describeSeal,
  findSealFault,
  hasEnded,
  readSealSigner,
  SealKeyUnavailable,
  type SealSigner,
  type SealSource,
} from '../modules/signing/index.ts';
import { settings } from '../settings.ts';
import { readAnchors } from './signing.ts';
import { Stop } from './stop.ts';

/** The platform's seal by the settings; undefined when production has none. Throws Stop with what to mend. */
export function openSeal(config: Config, now: () => Date): SealSource | undefined {
  const certificateFile = config.SIGN_SIGNER_CERT_FILE;
  if (certificateFile === undefined) return config.production ? undefined : sandboxSeal(config, now);
  const pem = readSetting('SIGN_SIGNER_CERT_FILE', certificateFile);
  const certificates = readCertificates(pem);
  const [own] = certificates;
  if (!own)
    throw new Stop('SIGN_SIGNER_CERT_FILE holds no certificate that can be read: give it in PEM form.');
  const fault = findSealFault(own.raw, now());
  if (fault !== undefined) throw new Stop(`The certificate in SIGN_SIGNER_CERT_FILE ${fault}.`);
  const { SIGN_SIGNER_KEY_FILE: keyFile } = config;
  if (keyFile === undefined) return deviceSeal(config, certificates);
  const signer = readKey(config, { certificate: pem, key: readSetting('SIGN_SIGNER_KEY_FILE', keyFile) });
  return { certificate: own.raw, open: async () => signer, prepare: async () => undefined };
}

function readSetting(name: keyof Config & string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Stop(
      `${name} cannot be read (${(error as NodeJS.ErrnoException).code}): check the path and its owner.`,
    );
  }
}

function readCertificates(pem: string): X509Certificate[] {
  try {
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

function readKey(config: Config, pem: { certificate: string; key: string }): SealSigner {
  const file = config.SIGN_SIGNER_PASSPHRASE_FILE;
  const passphrase = file === undefined ? undefined : readSetting('SIGN_SIGNER_PASSPHRASE_FILE', file).trim();
  try {
    return readSealSigner({ ...pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('The seal key'))
      throw new Stop(
        'The key in SIGN_SIGNER_KEY_FILE does not belong to the certificate in SIGN_SIGNER_CERT_FILE.',
      );
    throw new Stop(
      'The key in SIGN_SIGNER_KEY_FILE cannot be opened: give a private key in PEM form, and its passphrase in SIGN_SIGNER_PASSPHRASE_FILE if it has one.',
    );
  }
}

function deviceSeal(config: Config, certificates: readonly X509Certificate[]): SealSource {
  const { SIGN_SIGNER_PKCS11_TOKEN: label, SIGN_SIGNER_PKCS11_SLOT: slot } = config;
  const pin = readSetting('SIGN_SIGNER_PKCS11_PIN_FILE', config.SIGN_SIGNER_PKCS11_PIN_FILE ?? '').trim();
  const open = () =>
    createPkcs11Signer({
      program: config.SIGN_SIGNER_PKCS11_TOOL,
      module: config.SIGN_SIGNER_PKCS11_MODULE ?? '',
      token: label === undefined ? { slot: slot ?? 0 } : { label },
      keyLabel: config.SIGN_SIGNER_PKCS11_KEY ?? '',
      pin,
      certificates,
      environment: withoutSettings(readEnvironment()),
    });
  let opened: Promise<SealSigner> | undefined;
  let refusal: Pkcs11Refused | undefined;
  const openOnce = (): Promise<SealSigner> => {
    if (refusal) return Promise.reject(refusal);
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      if (error instanceof Pkcs11Refused && error.isFinal) refusal = error;
      throw error;
    });
    return opened;
  };
  return {
    ...(certificates[0] && { certificate: certificates[0].raw }),
    open: openOnce,
    prepare: async () => {
      await openOnce().catch((error: unknown) => {
        if (error instanceof Pkcs11Refused) throw new Stop(`The seal cannot be used: ${error.problem}.`);
        if (!(error instanceof SealKeyUnavailable)) throw error;
      });
    },
  };
}

/** The library of a vendor reads variables of its own, and has no business with our secrets. */
const withoutSettings = (environment: Env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !(name in settings)));

/** Whether verifiers with our anchors accept the seal; the certificate first, then its authorities. */
export async function isTrustedSeal(config: Config, path: readonly Uint8Array[]): Promise<boolean> {
  if (!config.eidConfigured && config.TRUST_ANCHORS === undefined) return false;
  const [leaf, ...others] = path.flatMap((der) => parseCertificate(der) ?? []);
  const { trust } = readAnchors(config);
  return leaf !== undefined && (await checkChain(leaf, withIntermediates(trust, others), new Date())).ok;
}

const SANDBOX_REGISTER = '9000000';
const SANDBOX_TIMEOUT_MS = 5_000;

/** Issued at the first use: development starts without waiting for it. */
function sandboxSeal(config: Config, now: () => Date): SealSource {
  let opened: SealSigner | undefined;
  return {
    prepare: async () => undefined,
    open: async () => {
      if (opened && !hasEnded(describeSeal(opened.certificate), now())) return opened;
      try {
        const answer = await fetch(`${config.sandboxUrl}/control/seals`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ register: SANDBOX_REGISTER, name: config.EID_RP_NAME.slice(0, 64) }),
          signal: AbortSignal.timeout(SANDBOX_TIMEOUT_MS),
        });
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        opened = readSealSigner((await answer.json()) as { certificate: string; chain: string; key: string });
        return opened;
      } catch (error) {
        throw new SealKeyUnavailable(
          `the sandbox issued none: ${error instanceof Error ? error.message : ''}`,
        );
      }
    },
  };
}
