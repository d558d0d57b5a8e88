import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Seals values at rest with AES-256-GCM. A sealed value names its key, so several keys coexist during
 * rotation: `v1.<key id>.<base64url of nonce, ciphertext, tag>`. The purpose is authenticated, so that a value
 * cannot be moved to another column and still open.
 */
export interface Keyring {
  seal(plain: string, purpose: string): string;
  /** Throws KeyringError when the key is unknown or the value was changed. */
  open(sealed: string, purpose: string): string;
  /** True when the value was sealed with a key other than the current one. */
  isStale(sealed: string): boolean;
  readonly currentKeyId: string;
}

export class KeyringError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyringError';
  }
}

const nonceBytes = 12;
const tagBytes = 16;

export function createKeyring(keys: readonly { readonly id: string; readonly secret: string }[]): Keyring {
  const [current] = keys;
  if (current === undefined) throw new KeyringError('a keyring needs at least one key');
  const byId = new Map(keys.map((key) => [key.id, createHash('sha256').update(key.secret).digest()]));
  const keyOf = (id: string): Buffer => {
    const key = byId.get(id);
    if (key === undefined) throw new KeyringError(`no key named ${id} in INTEGRATION_ENC_KEY`);
    return key;
  };
  return {
    currentKeyId: current.id,
    seal: (plain, purpose) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(current.id), nonce);
      cipher.setAAD(Buffer.from(`${current.id}|${purpose}`));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `v1.${current.id}.${sealed.toString('base64url')}`;
    },
    open: (sealed, purpose) => {
      const { id, bytes } = parse(sealed);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(id), bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(`${id}|${purpose}`));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        return (
          decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        throw new KeyringError('a sealed value does not open: it was changed, or sealed for another purpose');
      }
    },
    isStale: (sealed) => parse(sealed).id !== current.id,
  };
}

function parse(sealed: string): { id: string; bytes: Buffer } {
  const [version, id, body] = sealed.split('.');
  if (version !== 'v1' || id === undefined || body === undefined)
    throw new KeyringError('not a sealed value');
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new KeyringError('not a sealed value');
  return { id, bytes };
}
