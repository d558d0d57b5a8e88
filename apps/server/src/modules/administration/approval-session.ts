import { createHash, randomBytes } from 'node:crypto';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  type EidPort,
  type EidSignaturePoll,
  observeSignature,
  type Signer,
  signatureText,
  startSignature,
} from '../identity/index.ts';
import type { RoleRow } from '../rbac/index.ts';
import type { UserRow } from '../users/index.ts';
import type { ApprovalRow, Asked } from './store.ts';

export interface ApprovalDeps {
  eid: EidPort;
  keyring: Keyring;
  /** Our name on the person's phone. */
  platformName: string;
}

export const sealedPurpose = 'role-approval';

/** Sends a PIN2 request to the person's phone. The caller stores it. */
export async function askForApproval(
  deps: ApprovalDeps,
  ask: { target: UserRow; signer: Signer; role: RoleRow; grantedBy: string; now: Date },
): Promise<Asked> {
  const sid = randomBytes(16).toString('hex');
  // The stored text covers everything that is signed: another person, role, administrator or time has another digest.
  const statement = JSON.stringify({
    purpose: 'tamga.role.approval',
    platform: deps.platformName,
    sid,
    user_id: ask.target.id,
    role_id: ask.role.id,
    role: ask.role.key,
    granted_by: ask.grantedBy,
    at: ask.now.toISOString(),
  });
  const digest = createHash('sha256').update(statement).digest();
  const displayText = signatureText(deps.platformName, ask.role.name, 'эрх авах уу?');
  const started = await startSignature(deps, {
    signer: ask.signer,
    digest,
    displayText,
    sealedPurpose,
    now: ask.now,
  });
  return {
    ...started,
    sid,
    userId: ask.target.id,
    roleId: ask.role.id,
    grantedBy: ask.grantedBy,
    statement,
    digest: digest.toString('hex'),
  };
}

/** Must run outside a transaction: it would hold a database connection during the provider call. */
export const observeApproval = (
  deps: ApprovalDeps,
  approval: ApprovalRow,
  context: { now: Date; signal: AbortSignal },
): Promise<EidSignaturePoll> => observeSignature(deps, approval, { ...context, sealedPurpose });
