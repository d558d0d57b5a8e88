import { createHash } from 'node:crypto';

/** A pinned host key: its fingerprint as OpenSSH prints it, or the line of the public key file. */
const lineForm = /^(\S+) (\S+)/;

export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256')
    .update(key)
    .digest('base64')
    .replace(/(?<!=)=+$/, '')}`;

export function isPinned(pin: string, key: Buffer): boolean {
  const [, , blob] = lineForm.exec(pin) ?? [];
  return fingerprintOf(key) === (blob === undefined ? pin : fingerprintOf(Buffer.from(blob, 'base64')));
}

/** The algorithms of the pinned key: a server with several keys would otherwise show one that is not pinned. */
export function algorithmsOf(pin: string): string[] | undefined {
  const [, type] = lineForm.exec(pin) ?? [];
  if (type === undefined) return undefined;
  return type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [type];
}
