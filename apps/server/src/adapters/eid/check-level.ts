import type * as pkijs from 'pkijs';
import { policyOids } from '../../kernel/pki/certificate.ts';
import type { CertificateLevel } from '../../modules/identity/eid-port.ts';

/** Lowest first. */
const LEVELS: readonly CertificateLevel[] = ['ADVANCED', 'QUALIFIED', 'QSCD'];

const LEVEL_OIDS: Readonly<Record<CertificateLevel, string>> = {
  ADVANCED: '0.4.0.2042.1.2',
  QUALIFIED: '0.4.0.194112.1.0',
  QSCD: '0.4.0.194112.1.2',
};

export function higherLevel(one: CertificateLevel, other: CertificateLevel): CertificateLevel {
  return LEVELS.indexOf(one) >= LEVELS.indexOf(other) ? one : other;
}

export type LevelCheck =
  | { ok: true; level: CertificateLevel }
  | { ok: false; reason: 'no_level_in_certificate' | 'stated_level_lower' | 'below_asked_level' };

/**
 * eid-protocol, Certificates: «The level in the certificate counts, not the word beside it.» A higher word
 * changes nothing; a lower word means that the provider itself does not confirm the certificate's level.
 */
export function checkLevel(
  leaf: pkijs.Certificate,
  stated: CertificateLevel,
  asked: CertificateLevel,
): LevelCheck {
  const oids = policyOids(leaf);
  const level = LEVELS.findLast((candidate) => oids.includes(LEVEL_OIDS[candidate]));
  if (!level) return { ok: false, reason: 'no_level_in_certificate' };
  const rank = LEVELS.indexOf(level);
  if (LEVELS.indexOf(stated) < rank) return { ok: false, reason: 'stated_level_lower' };
  if (rank < LEVELS.indexOf(asked)) return { ok: false, reason: 'below_asked_level' };
  return { ok: true, level };
}
