import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { nodeDigest } from '../../../kernel/pki/algorithm.ts';
import type { SealSigner, ToSign } from '../seal-port.ts';
import { operations } from './engine.ts';
import type { Level } from './level.ts';
import type { PrepareOptions } from './prepare.ts';
import { type Raised, type RaisePorts, raise } from './raise.ts';

/** Throws when the key is not the certificate's: every seal would be refused later. */
export function readSealSigner(pem: {
  certificate: string;
  chain?: string;
  key: string;
  passphrase?: string;
  padding?: 'pkcs1' | 'pss';
}): SealSigner {
  const [own, ...others] = readCertificates(`${pem.certificate}\n${pem.chain ?? ''}`);
  if (!own) throw new Error('The seal certificate cannot be read: give it in PEM form');
  const key = createPrivateKey({
    key: pem.key,
    ...(pem.passphrase === undefined ? {} : { passphrase: pem.passphrase }),
  });
  if (!own.checkPrivateKey(key)) throw new Error('The seal key does not belong to the seal certificate');
  return {
    certificate: own.raw,
    chain: others.map(({ raw }) => raw),
    ...(pem.padding === undefined ? {} : { padding: pem.padding }),
    sign: async (input) => signWith(key, input),
  };
}

function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

function signWith(
  key: KeyObject,
  { bytes, digestAlgorithm, signatureAlgorithm }: ToSign,
): Promise<Uint8Array> {
  const padding =
    signatureAlgorithm === 'RSA-PSS'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {};
  return new Promise((resolve, reject) => {
    // With a callback the signature is made outside the event loop; RSA takes milliseconds.
    sign(nodeDigest(digestAlgorithm), bytes, { key, ...padding }, (error, value) =>
      error ? reject(error) : resolve(value),
    );
  });
}

export type SealOptions = Omit<PrepareOptions, 'signerCertificate' | 'chain' | 'padding' | 'at'> & {
  /** B-LT when absent. */
  target?: Exclude<Level, 'B-LTA'>;
  /** Ends waiting for timestamps and revocation data; the seal itself is made. */
  signal?: AbortSignal;
};

/** Seals a document with the platform's own key. */
export async function sealPdf(
  document: Uint8Array,
  signer: SealSigner,
  ports: RaisePorts,
  { target = 'B-LT', signal, ...options }: SealOptions = {},
): Promise<Raised> {
  const engine = ports.engine ?? operations;
  const prepared = await engine.prepare(document, {
    ...options,
    signerCertificate: signer.certificate,
    chain: signer.chain,
    at: ports.now(),
    ...(signer.padding === undefined ? {} : { padding: signer.padding }),
  });
  const { state, digest } = prepared;
  const raw = await signer.sign({
    bytes: Buffer.from(state.signedAttributes, 'base64'),
    digest,
    digestAlgorithm: state.digestAlgorithm,
    signatureAlgorithm: state.signatureAlgorithm,
  });
  const sealed = await engine.embed(prepared, raw);
  if (target === 'B-B') return { bytes: sealed, level: 'B-B', shortfall: null };
  return raise(sealed, target, ports, { fieldName: state.fieldName, ...(signal && { signal }) });
}
