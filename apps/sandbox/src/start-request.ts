import { CERTIFICATE_LEVELS, type CertificateLevel } from './certificate-level.ts';
import { problem } from './problem.ts';
import type { Provider } from './provider.ts';
import type { SessionKind, SessionRequest, SessionStart } from './sessions.ts';

const CHALLENGE_BYTES = 64;
const DIGEST_BYTES = 32;
const INTERACTION = 'displayTextAndPIN';
const TEXT_LENGTH = 60;

export interface StartBody {
  relyingPartyUUID: string;
  relyingPartyName: string;
  certificateLevel?: CertificateLevel;
  signatureProtocol: 'ACSP_V2' | 'RAW_DIGEST_SIGNATURE';
  signatureProtocolParameters: { rpChallenge?: string; digest?: string };
  interactions: string;
  initialCallbackUrl?: string;
}

export function startBodySchema(kind: SessionKind) {
  const challenge = kind === 'auth' ? 'rpChallenge' : 'digest';
  return {
    type: 'object',
    additionalProperties: false,
    required: [
      'relyingPartyUUID',
      'relyingPartyName',
      'signatureProtocol',
      'signatureProtocolParameters',
      'interactions',
    ],
    properties: {
      relyingPartyUUID: { type: 'string', maxLength: 36 },
      relyingPartyName: { type: 'string', minLength: 1, maxLength: 32 },
      certificateLevel: { enum: [...CERTIFICATE_LEVELS] },
      signatureProtocol: { const: kind === 'auth' ? 'ACSP_V2' : 'RAW_DIGEST_SIGNATURE' },
      signatureProtocolParameters: {
        type: 'object',
        additionalProperties: false,
        required: [challenge, 'signatureAlgorithm', 'signatureAlgorithmParameters'],
        properties: {
          [challenge]: { type: 'string', maxLength: 128 },
          signatureAlgorithm: { const: 'ecdsa' },
          signatureAlgorithmParameters: {
            type: 'object',
            additionalProperties: false,
            required: ['hashAlgorithm'],
            properties: { hashAlgorithm: { const: 'SHA-256' } },
          },
        },
      },
      interactions: { type: 'string', minLength: 1, maxLength: 4000 },
      initialCallbackUrl: { type: 'string', maxLength: 2000 },
    },
  };
}

function malformed(detail: string) {
  return problem(400, 'malformed', detail);
}

/** Canonical only: two spellings of one challenge would be two different signed texts. */
function decodeBase64(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text) {
    throw malformed(`${what} is not base64 with padding.`);
  }
  return bytes;
}

function readChallenge(body: StartBody, kind: SessionKind): string {
  const { rpChallenge, digest } = body.signatureProtocolParameters;
  const [text = '', length, name] =
    kind === 'auth' ? [rpChallenge, CHALLENGE_BYTES, 'rpChallenge'] : [digest, DIGEST_BYTES, 'digest'];
  if (decodeBase64(text, name).length !== length) throw malformed(`${name} is not ${length} bytes long.`);
  return text;
}

function readText(interactions: string): string {
  let list: unknown;
  try {
    list = JSON.parse(decodeBase64(interactions, 'interactions').toString('utf8'));
  } catch {
    throw malformed('interactions is not base64 of a JSON list.');
  }
  const first: unknown = Array.isArray(list)
    ? list.find((entry: unknown) => Reflect.get(Object(entry), 'type') === INTERACTION)
    : undefined;
  const text: unknown = Reflect.get(Object(first), 'displayText60');
  if (typeof text !== 'string' || text.length === 0 || [...text].length > TEXT_LENGTH) {
    throw malformed(
      `interactions has no ${INTERACTION} with a displayText60 of 1 to ${TEXT_LENGTH} characters.`,
    );
  }
  return text;
}

/** A bar separates the parts of the signed text: with it two requests could sign the same text. */
function readCallbackUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || /[|\s]/.test(text)) {
    throw malformed('initialCallbackUrl is not an http or https address without bars and spaces.');
  }
  return text;
}

export function readStartRequest(
  provider: Provider,
  kind: SessionKind,
  start: SessionStart,
  body: StartBody,
): SessionRequest {
  const relyingParty = provider.relyingParties.find(
    ({ uuid, name }) => uuid === body.relyingPartyUUID && name === body.relyingPartyName,
  );
  if (!relyingParty) {
    throw problem(401, 'unknown_relying_party', 'No relying party has this UUID and this name.');
  }
  return {
    kind,
    start,
    relyingParty,
    level: body.certificateLevel ?? 'QUALIFIED',
    protocol: body.signatureProtocol,
    challenge: readChallenge(body, kind),
    interactions: body.interactions,
    interactionType: INTERACTION,
    text: readText(body.interactions),
    callbackUrl: readCallbackUrl(body.initialCallbackUrl),
  };
}
