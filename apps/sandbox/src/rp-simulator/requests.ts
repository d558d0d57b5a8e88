import { createHash } from 'node:crypto';
import { problem } from '../problem.ts';

export type Parameters = Record<string, unknown>;

export type ClientAuthentication =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none';

const LONGEST = 4096;
const MOST_PARAMETERS = 40;
const HIDDEN = '(not shown)';

/** Everything else may be a secret or about a person: a code, a verifier, a state, a hint. */
const SHOWN = new Set([
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'post_logout_redirect_uri',
  'scope',
  'prompt',
  'max_age',
  'acr_values',
  'ui_locales',
  'code_challenge_method',
  'grant_type',
  'client_assertion_type',
]);

/** An empty parameter counts as absent (RFC 6749, 3.1). */
export function read(given: Parameters, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > LONGEST)
    throw problem(400, 'malformed', `${name} was sent twice or is too long.`);
  return value;
}

/** The parameters as a report may show them. */
export function withoutSecrets(given: Parameters): Record<string, string> {
  const shown = Object.entries(given)
    .slice(0, MOST_PARAMETERS)
    .map(([name, value]) => [
      name.slice(0, 100),
      SHOWN.has(name) && typeof value === 'string' ? value.slice(0, LONGEST) : HIDDEN,
    ]);
  return Object.fromEntries(shown);
}

export interface Caller {
  method: ClientAuthentication;
  id: string;
  secret: string;
}

/** Every method of OpenID Connect Core, 9, is read; nothing but the client id is checked. */
export function readCaller(authorization: string | undefined, form: Parameters): Caller {
  if (authorization?.startsWith('Basic ') === true) {
    const [id = '', secret = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
    return { method: 'client_secret_basic', id: decodePart(id), secret: decodePart(secret) };
  }
  const id = read(form, 'client_id');
  const assertion = read(form, 'client_assertion');
  if (assertion !== undefined) {
    const [header, claims] = assertion.split('.').slice(0, 2).map(decodeJson);
    const isByHmac = String(header?.['alg']).startsWith('HS');
    return {
      method: isByHmac ? 'client_secret_jwt' : 'private_key_jwt',
      id: id ?? String(claims?.['sub'] ?? ''),
      secret: '',
    };
  }
  const secret = read(form, 'client_secret');
  return { method: secret === undefined ? 'none' : 'client_secret_post', id: id ?? '', secret: secret ?? '' };
}

/** RFC 9700, 2.1.1 and 4.8.2: a verifier without a challenge is refused too, against a downgrade. */
export function isVerifierOf(
  challenge: { value: string; method: string } | undefined,
  verifier: string | undefined,
): boolean {
  if (challenge === undefined) return verifier === undefined;
  if (verifier === undefined) return false;
  if (challenge.method === 'plain') return verifier === challenge.value;
  return createHash('sha256').update(verifier).digest('base64url') === challenge.value;
}

/** RFC 6749, 2.3.1: both parts are form-encoded. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function decodeJson(part: string): Parameters {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return {};
  }
}
