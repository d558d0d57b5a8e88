import type { Raised, RaisePorts } from '../pades/raise.ts';
import { SignatureRefused } from '../pades/refusal.ts';
import { sealPdf } from '../pades/seal.ts';
import { RevocationError } from '../revocation-port.ts';
import { SealKeyUnavailable, type SealSigner, type SealSource } from '../seal-port.ts';
import { describeSeal, hasEnded, isEnding, type SealIdentity } from './certificate.ts';
import { keepRevocation } from './kept-revocation.ts';

export type SealState = 'ok' | 'ending' | 'expired' | 'revoked' | 'unavailable' | 'not_configured';

/** Nothing was sealed, and nothing may leave unsealed instead. */
export class SealFailure extends Error {
  readonly reason: Exclude<SealState, 'ok' | 'ending'>;

  constructor(reason: SealFailure['reason'], cause?: Error) {
    super(`the platform cannot seal: ${reason}`, cause && { cause });
    this.name = 'SealFailure';
    this.reason = reason;
  }
}

export interface Sealed extends Raised {
  by: SealIdentity;
}

/** The seal that the platform puts on what it issues. Methods that return a promise throw SealFailure. */
export interface PlatformSeal {
  /** B-LT, or lower with the shortfall when a service is away; never with a revoked certificate. */
  seal(document: Uint8Array): Promise<Sealed>;
  identity(): Promise<SealIdentity>;
  /** For other forms than PDF. */
  sign<T>(work: (signer: SealSigner) => Promise<T>): Promise<T>;
  /** For documents that were sealed below B-LT. */
  readonly ports: RaisePorts;
  /** As last seen: asks nobody. */
  state(): SealState;
  /** Undefined until the certificate is known. */
  endsAt(): Date | undefined;
  /** At start: throws what an operator has to mend. */
  prepare(): Promise<void>;
}

export function createPlatformSeal(given: {
  source: SealSource | undefined;
  ports: RaisePorts;
  /** Called before the first document is sealed with a key. */
  remember: (identity: SealIdentity) => Promise<void>;
}): PlatformSeal {
  const { source } = given;
  const { now, revocation } = given.ports;
  const ports: RaisePorts = {
    ...given.ports,
    revocation: revocation && keepRevocation(revocation, now),
  };
  let known: SealIdentity | undefined = source?.certificate && describeSeal(source.certificate);
  let remembered: string | undefined;
  let trouble: 'unavailable' | 'revoked' | undefined;

  async function remember(identity: SealIdentity): Promise<void> {
    if (remembered === identity.keyDigest) return;
    await given.remember(identity);
    remembered = identity.keyDigest;
  }

  async function open() {
    if (source === undefined) throw new SealFailure('not_configured');
    const signer = await source.open();
    known = describeSeal(signer.certificate);
    if (hasEnded(known, now())) throw new SealFailure('expired');
    await remember(known);
    return { signer, by: known };
  }

  /** A seal without a timestamp would not show it: without an answer the level is lower anyway. */
  async function isRevoked({ certificate, chain: [issuer] }: SealSigner): Promise<boolean> {
    if (!ports.revocation || !issuer) return false;
    try {
      const { revokedAt } = await ports.revocation.evidence(
        certificate,
        issuer,
        AbortSignal.timeout(ports.patienceMs),
      );
      return revokedAt !== null;
    } catch (error) {
      if (error instanceof RevocationError) return false;
      throw error;
    }
  }

  /** Keeps what happened for `state`. */
  async function watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      trouble = undefined;
      return result;
    } catch (error) {
      if (error instanceof SealKeyUnavailable || error instanceof SignatureRefused) {
        trouble = 'unavailable';
        throw new SealFailure('unavailable', error);
      }
      if (error instanceof SealFailure && error.reason === 'revoked') trouble = 'revoked';
      throw error;
    }
  }

  return {
    ports,
    seal: (document) =>
      watched(async () => {
        const { signer, by } = await open();
        if (await isRevoked(signer)) throw new SealFailure('revoked');
        const sealed = await sealPdf(document, signer, ports, {
          name: by.name,
          signal: AbortSignal.timeout(ports.patienceMs),
        });
        if (sealed.shortfall === 'certificate_revoked') throw new SealFailure('revoked');
        return { ...sealed, by };
      }),
    sign: (work) =>
      watched(async () => {
        const { signer } = await open();
        if (await isRevoked(signer)) throw new SealFailure('revoked');
        return work(signer);
      }),
    identity: async () => known ?? (await watched(open)).by,
    state: () => {
      if (source === undefined) return 'not_configured';
      if (known && hasEnded(known, now())) return 'expired';
      return trouble ?? (known && isEnding(known, now()) ? 'ending' : 'ok');
    },
    endsAt: () => known?.notAfter,
    prepare: async () => {
      await source?.prepare();
      if (known) await remember(known);
    },
  };
}
