import { createHmac } from 'node:crypto';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { type Change, change } from './provider-calls.ts';
import type { Signer, SignersAnswer } from './records-port.ts';
import { type RepresentativeCall, type RightsDeps, requireRight } from './rights.ts';

/** Accepts a register number or an ETSI id, in any case. */
export function signerEtsi(text: string): string {
  return `PNOMN-${text.toUpperCase().replace(/^PNOMN-/, '')}`;
}

/** The audit log must not hold the register number. */
export function hashSigner(hashKey: string, etsi: string): string {
  return createHmac('sha256', hashKey).update(`signer|${etsi}`).digest('hex').slice(0, 32);
}

/** The signer stays PENDING until that person confirms with PIN2 on their own phone. */
export async function addSigner(
  deps: RightsDeps,
  db: Reader,
  asker: RepresentativeCall,
  { signer, role }: { signer: string; role: string | null },
): Promise<Change<SignersAnswer>> {
  const { person, signers } = await requireRight(deps, db, asker, 'ADMIN');
  if (signers.some(({ personEtsi }) => personEtsi === signer)) fail(errors.signer_exists);
  return change(() => deps.records.addSigner(person, asker.regNo, signer, role), {
    forbidden: errors.not_representative,
    not_found: errors.person_not_enrolled,
    conflict: errors.signer_exists,
  });
}

export async function removeSigner(
  deps: RightsDeps,
  db: Reader,
  asker: RepresentativeCall,
  signer: string,
): Promise<Change<Signer[]>> {
  const { person, signers } = await requireRight(deps, db, asker, 'ADMIN');
  const entry = signers.find(({ personEtsi }) => personEtsi === signer) ?? fail(kernelErrors.not_found);
  const otherAdmins = signers.filter(
    ({ personEtsi, rightType, status }) =>
      personEtsi !== signer && rightType === 'ADMIN' && status === 'ACTIVE',
  );
  // Two administrators may leave at the same moment, so the provider decides the race (409).
  if (entry.rightType === 'ADMIN' && otherAdmins.length === 0) fail(errors.last_admin);
  return change(() => deps.records.removeSigner(person, asker.regNo, signer), {
    forbidden: errors.not_representative,
    not_found: kernelErrors.not_found,
    conflict: errors.last_admin,
  });
}

export async function resendToSigner(
  deps: RightsDeps,
  db: Reader,
  asker: RepresentativeCall,
  signer: string,
): Promise<Change<SignersAnswer>> {
  const { person, signers } = await requireRight(deps, db, asker, 'ADMIN');
  const entry = signers.find(({ personEtsi }) => personEtsi === signer) ?? fail(kernelErrors.not_found);
  if (entry.status !== 'PENDING') fail(errors.signer_not_pending);
  return change(() => deps.records.resend(person, asker.regNo, signer), {
    forbidden: errors.not_representative,
    not_found: kernelErrors.not_found,
    conflict: errors.signer_not_pending,
  });
}
