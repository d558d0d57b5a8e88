export type CertificateLevel = 'ADVANCED' | 'QUALIFIED' | 'QSCD';

/** Ordered from the weakest: a level satisfies every request up to its own rank. */
export const CERTIFICATE_LEVELS: readonly CertificateLevel[] = ['ADVANCED', 'QUALIFIED', 'QSCD'];

export function reachesLevel(held: CertificateLevel, asked: CertificateLevel): boolean {
  return CERTIFICATE_LEVELS.indexOf(held) >= CERTIFICATE_LEVELS.indexOf(asked);
}
