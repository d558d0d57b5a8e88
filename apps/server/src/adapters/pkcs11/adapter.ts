import { createHash, verify, type X509Certificate } from 'node:crypto';
import { SealKeyUnavailable, type SealSigner, type ToSign } from '../../modules/signing/seal-port.ts';
import { createTool, Pkcs11Refused, type ToolOptions } from './tool.ts';

export interface Pkcs11Options extends ToolOptions {
  /** The label of the private key. */
  keyLabel: string;
  /** The certificate of the key first, then its authorities. */
  certificates: readonly X509Certificate[];
}

/** The digest of a probe is of a text that can never be the signed attributes of a document. */
const PROBE = Buffer.from('Tamga: does this key belong to the certificate?');

/**
 * Signs with a key that never leaves its device. Each signature is a run of `pkcs11-tool`: it needs no compiler at
 * installation, and a library that crashes or hangs takes only that run with it.
 */
export async function createPkcs11Signer(options: Pkcs11Options): Promise<SealSigner> {
  const [own, ...chain] = options.certificates;
  if (!own) throw new Pkcs11Refused('the certificate cannot be read');
  const run = createTool(options);
  const keyId = await findKey(run, options.keyLabel);
  const sign = async ({
    digest,
    bytes,
    digestAlgorithm,
    signatureAlgorithm,
  }: ToSign): Promise<Uint8Array> => {
    const hash = digestAlgorithm.replace('-', '');
    const choice = {
      ECDSA: { mechanism: ['ECDSA', '--signature-format', 'rs'], input: digest },
      RSA: { mechanism: [`${hash}-RSA-PKCS`], input: bytes },
      'RSA-PSS': {
        mechanism: [
          'RSA-PKCS-PSS',
          ...['--hash-algorithm', hash, '--mgf', `MGF1-${hash}`, '--salt-len', String(digest.length)],
        ],
        input: digest,
      },
    }[signatureAlgorithm];
    const value = await run(['--sign', '--id', keyId, '--mechanism', ...choice.mechanism], choice.input);
    if (value.length === 0) throw new SealKeyUnavailable('pkcs11-tool gave no signature');
    return value;
  };
  await prove(own, sign);
  return { certificate: own.raw, chain: chain.map(({ raw }) => raw), sign };
}

/** `--label` chooses no key when OpenSC signs, so the id of the labelled key is looked up once. */
async function findKey(run: ReturnType<typeof createTool>, label: string): Promise<string> {
  const listed = (await run(['--list-objects', '--type', 'privkey'], new Uint8Array())).toString();
  const objects = listed.split(/^(?=\S)/m).filter((text) => text.startsWith('Private Key Object'));
  const field = (text: string, name: string) => new RegExp(`^\\s+${name}:\\s+(.*\\S)`, 'm').exec(text)?.[1];
  const found = objects.filter((text) => field(text, 'label') === label);
  const [id] = found.map((text) => field(text, 'ID'));
  if (found.length !== 1 || id === undefined || !/^[0-9a-f]{1,64}$/i.test(id))
    throw new Pkcs11Refused(
      found.length > 1
        ? `the token has ${found.length} private keys of the label in SIGN_SIGNER_PKCS11_KEY`
        : 'the token has no private key of the label in SIGN_SIGNER_PKCS11_KEY with an id',
    );
  return id;
}

async function prove(certificate: X509Certificate, sign: SealSigner['sign']): Promise<void> {
  const { publicKey } = certificate;
  const digest = createHash('sha256').update(PROBE).digest();
  const value = await sign({
    bytes: PROBE,
    digest,
    digestAlgorithm: 'SHA-256',
    signatureAlgorithm: publicKey.asymmetricKeyType === 'ec' ? 'ECDSA' : 'RSA',
  });
  if (!verify('sha256', PROBE, { key: publicKey, dsaEncoding: 'ieee-p1363' }, value))
    throw new Pkcs11Refused(
      'the key of the device does not belong to the certificate in SIGN_SIGNER_CERT_FILE',
    );
}
