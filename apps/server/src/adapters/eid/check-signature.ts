import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import type { EidSession } from '../../modules/identity/eid-port.ts';
import type { SignedPart } from './check-answer-shape.ts';

export type SignatureCheck =
  | { ok: true }
  | {
      ok: false;
      reason: 'algorithm_not_asked' | 'key_does_not_fit' | 'other_interaction' | 'signature_invalid';
    };

/** We request ECDSA with SHA-256; these are equal or stronger. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);
/** Octets of one coordinate; `r‖s` of any other length is not a signature of this key. */
const COORDINATE_OCTETS: ReadonlyMap<string, number> = new Map([
  ['prime256v1', 32],
  ['secp384r1', 48],
  ['secp521r1', 66],
]);
const LEAST_RSA_BITS = 2048;

export interface RelyingParty {
  scheme: string;
  rpName: string;
}

/**
 * eid-protocol, What is signed. Every part that is ours (challenge, name, interactions, callback) comes from
 * the session, never from the answer, so a signature made for another session or party cannot match. The
 * provider's parts cannot contain the separator: the answer's shape check limits their alphabets.
 */
export function acspPayload(
  party: RelyingParty,
  session: Pick<EidSession, 'rpChallenge' | 'interactions' | 'callbackUrl'>,
  signed: Pick<SignedPart, 'serverRandom' | 'userChallenge' | 'flowType'>,
  interactionTypeUsed: string,
): string {
  return [
    party.scheme,
    'ACSP_V2',
    signed.serverRandom,
    session.rpChallenge,
    signed.userChallenge,
    Buffer.from(party.rpName, 'utf8').toString('base64'),
    '',
    createHash('sha256').update(session.interactions).digest('base64'),
    interactionTypeUsed,
    session.callbackUrl ?? '',
    signed.flowType,
  ].join('|');
}

export function checkSignature(input: {
  key: KeyObject;
  party: RelyingParty;
  session: Pick<EidSession, 'rpChallenge' | 'interactions' | 'callbackUrl'>;
  signed: SignedPart;
  interactionTypeUsed: string;
}): SignatureCheck {
  const { key, signed } = input;
  const hash = HASHES.get(signed.signatureAlgorithmParameters.hashAlgorithm);
  if (!hash) return { ok: false, reason: 'algorithm_not_asked' };
  if (input.interactionTypeUsed !== 'displayTextAndPIN') return { ok: false, reason: 'other_interaction' };
  const payload = acspPayload(input.party, input.session, signed, input.interactionTypeUsed);
  const data = Buffer.from(payload, 'utf8');
  const value = Buffer.from(signed.value, 'base64');

  switch (signed.signatureAlgorithm) {
    case 'ecdsa': {
      const octets = COORDINATE_OCTETS.get(key.asymmetricKeyDetails?.namedCurve ?? '');
      if (key.asymmetricKeyType !== 'ec' || !octets || value.length !== 2 * octets)
        return { ok: false, reason: 'key_does_not_fit' };
      return outcome(() => verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, value));
    }
    case 'rsassa-pss': {
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
      const isRsa = key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss';
      if (!isRsa || bits < LEAST_RSA_BITS) return { ok: false, reason: 'key_does_not_fit' };
      const pss = {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      };
      return outcome(() => verify(hash, data, pss, value));
    }
    default:
      return { ok: false, reason: 'algorithm_not_asked' };
  }
}

/** OpenSSL throws for some pairs of key and digest; that also means an invalid signature. */
function outcome(verifies: () => boolean): SignatureCheck {
  try {
    return verifies() ? { ok: true } : { ok: false, reason: 'signature_invalid' };
  } catch {
    return { ok: false, reason: 'signature_invalid' };
  }
}
