import { createHash, randomBytes, sign } from 'node:crypto';
import { reachesLevel } from './certificate-level.ts';
import { CITIZENS, type Citizen } from './citizens.ts';
import { SCHEME } from './device-link.ts';
import { problem } from './problem.ts';
import type { Provider } from './provider.ts';
import { signRawDigest } from './raw-digest.ts';
import type { Outcome, Session } from './sessions.ts';

interface Signed {
  value: Buffer;
  /** The protocol fields beside the value. */
  fields: Record<string, string>;
  userChallengeVerifier: string | null;
}

/**
 * ACSP_V2: the AUTH key signs everything that both sides agreed on, so that no part can be swapped
 * afterwards.
 */
function signAuthentication(provider: Provider, session: Session, citizen: Citizen): Signed {
  const serverRandom = randomBytes(32).toString('base64');
  const userChallengeVerifier = randomBytes(32).toString('base64url');
  const userChallenge = createHash('sha256').update(userChallengeVerifier).digest('base64url');
  const payload = [
    SCHEME,
    session.protocol,
    serverRandom,
    session.challenge,
    userChallenge,
    Buffer.from(session.relyingParty.name).toString('base64'),
    '',
    createHash('sha256').update(session.interactions).digest('base64'),
    session.interactionType,
    session.callbackUrl ?? '',
    session.flowType,
  ].join('|');
  const { privateKey } = provider.pki.credential(citizen, 'AUTH');
  const bytes = provider.faults.take('bad_signature') ? randomBytes(64) : Buffer.from(payload);
  const value = sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { value, fields: { serverRandom, userChallenge }, userChallengeVerifier };
}

function signDigest(provider: Provider, session: Session, citizen: Citizen): Signed {
  const { privateKey } = provider.pki.credential(citizen, 'SIGN');
  const digest = provider.faults.take('bad_signature')
    ? randomBytes(32)
    : Buffer.from(session.challenge, 'base64');
  return { value: signRawDigest(privateKey, digest), fields: {}, userChallengeVerifier: null };
}

function describePerson(session: Session, citizen: Citizen): Record<string, string> {
  return {
    givenName: citizen.givenName,
    surname: citizen.surname,
    givenNameEn: citizen.givenNameEn,
    surnameEn: citizen.surnameEn,
    civilId: citizen.civilId,
    ...(session.relyingParty.mayHaveRegNo ? { regNo: citizen.nationalId } : {}),
  };
}

function otherCitizen(citizen: Citizen): Citizen {
  return CITIZENS.find((other) => other !== citizen) ?? citizen;
}

/** The return address of the app on the same device; null after another device or a push. */
export function buildReturnUrl(session: Session, userChallengeVerifier: string | null): string | null {
  if (session.callbackUrl === null) return null;
  if (session.flowType !== 'Web2App' && session.flowType !== 'App2App') return null;
  const url = new URL(session.callbackUrl);
  if (userChallengeVerifier !== null) url.searchParams.set('userChallengeVerifier', userChallengeVerifier);
  url.searchParams.set(
    'sessionSecretDigest',
    createHash('sha256').update(session.secret).digest('base64url'),
  );
  return url.href;
}

/** Ends the session as unusable and tells the person why; the relying party learns only that it ended. */
function refuseDocument(provider: Provider, session: Session, type: string, detail: string): never {
  provider.sessions.end(session, { result: { endResult: 'DOCUMENT_UNUSABLE' } });
  throw problem(403, type, detail, { tries_left: 0, return_url: buildReturnUrl(session, null) });
}

function checkPin(provider: Provider, session: Session, citizen: Citizen, pin: string): void {
  const name = session.kind === 'auth' ? 'PIN1' : 'PIN2';
  const verdict = provider.pins.enter(citizen, session.kind, pin);
  if (verdict.kind === 'wrong') {
    throw problem(403, 'wrong_pin', `That is not the ${name} of this person; try again.`, {
      tries_left: verdict.triesLeft,
    });
  }
  if (verdict.kind === 'locked') {
    refuseDocument(
      provider,
      session,
      'pin_locked',
      `${name} is locked; unlock it with /control/citizens/{id}/reset.`,
    );
  }
}

/**
 * The person enters a PIN on the device. Revoked and expired certificates pass on purpose: the relying party
 * must reject them, and only a provider that accepts them can test that.
 */
export function approve(provider: Provider, session: Session, pin: string): string | null {
  const { citizen } = session;
  if (!citizen || !session.flowType) {
    throw problem(409, 'not_taken_up', 'No device has taken the session up; scan its link first.');
  }
  provider.sessions.markSeen(session, session.flowType);
  checkPin(provider, session, citizen, pin);
  const enough = reachesLevel(citizen.level, session.level) || provider.faults.take('low_level') !== null;
  if (!enough) {
    refuseDocument(
      provider,
      session,
      'document_unusable',
      `The certificate does not reach ${session.level}.`,
    );
  }

  const purpose = session.kind === 'auth' ? 'AUTH' : 'SIGN';
  const signed =
    purpose === 'AUTH'
      ? signAuthentication(provider, session, citizen)
      : signDigest(provider, session, citizen);
  const person = provider.faults.take('wrong_person') ? otherCitizen(citizen) : citizen;
  const outcome: Outcome = {
    result: { endResult: 'OK', documentNumber: citizen.documentNumber },
    cert: {
      value: provider.pki.credential(citizen, purpose).certificate.raw.toString('base64'),
      // With `low_level` the answer claims the requested level: only the certificate shows the real one.
      certificateLevel: reachesLevel(citizen.level, session.level) ? citizen.level : session.level,
    },
    person: describePerson(session, person),
    signature: {
      value: signed.value.toString('base64'),
      signatureAlgorithm: 'ecdsa',
      signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
      ...signed.fields,
      flowType: session.flowType,
      ...(session.callbackUrl === null ? {} : { initialCallbackUrl: session.callbackUrl }),
    },
    interactionTypeUsed: session.interactionType,
  };
  provider.sessions.end(session, outcome);
  return buildReturnUrl(session, signed.userChallengeVerifier);
}
