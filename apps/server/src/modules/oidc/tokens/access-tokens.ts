import type { Database } from '../../../kernel/db/database.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import type { ClientDirectory } from '../../oauth-clients/index.ts';
import type { Subjects } from '../subjects/subjects.ts';
import { type CertificateReader, type CertifiedRequest, thumbprintOf } from './certificates.ts';
import { type BoundRequest, checkProof } from './proofs.ts';
import { hashOf } from './store.ts';
import type { Tokens } from './tokens.ts';
import { createUsedProofs } from './used-proofs.ts';

/** The current state of a client's access token. */
export interface AccessToken {
  readonly clientId: string;
  /** The person it acts for; undefined for a token of the client itself. */
  readonly subject: string | undefined;
  /** The role of that person now. */
  readonly roleKey: string | undefined;
  /** The `sub` by which the client knows that person: the only identifier that an upstream gets. */
  readonly sub: string | undefined;
  /** The issued scopes. The client directory decides whether the client still holds an upstream's scope. */
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
  /** Thumbprint of the key it is bound to (RFC 9449): the token is useless without a proof of that key. */
  readonly boundTo: string | undefined;
  /** Thumbprint of the TLS certificate it is bound to (RFC 8705): useless over another connection. */
  readonly certificate: string | undefined;
}

export interface AccessTokens {
  /**
   * A bearer token: undefined if it is unknown, expired, revoked, bound, or issued for one resource (RFC 8707).
   * Throws DatabaseUnavailable if this cannot be decided.
   */
  read(token: string): Promise<AccessToken | undefined>;
  /** A bearer token that was issued for this resource and no other. */
  readFor(resource: string, token: string): Promise<AccessToken | undefined>;
  /** Like read, but also returns bound tokens: the caller must then require the proof or the certificate. */
  find(token: string): Promise<AccessToken | undefined>;
  /** Whether the request came with the certificate of this thumbprint. */
  presents(request: CertifiedRequest, thumbprint: string): boolean;
  /**
   * Returns the fault of the proof, or undefined. It consumes the proof: a replay is a fault on every
   * instance.
   */
  prove(request: Omit<BoundRequest, 'address'> & { path: string }): Promise<string | undefined>;
}

const form = /^[A-Za-z0-9_-]{43}$/;

export function createAccessTokens(deps: {
  database: Database;
  keyring: Keyring;
  tokens: Tokens;
  directory: ClientDirectory;
  subjects: Subjects;
  /** The public origin of this platform; undefined if it issues no tokens. */
  origin: string | undefined;
  readCertificate: CertificateReader;
  now: () => Date;
}): AccessTokens {
  const useProof = createUsedProofs(deps);
  const findFor = async (audience: string | undefined, token: string): Promise<AccessToken | undefined> => {
    if (!form.test(token)) return undefined;
    const row = await deps.tokens.load(hashOf(token));
    if (row === undefined || (row.kind !== 'AccessToken' && row.kind !== 'ClientCredentials'))
      return undefined;
    const expiresAt = new Date(row.expires_at);
    // A token for one resource must not open another (RFC 8707, section 3).
    if (expiresAt <= deps.now() || row.payload['aud'] !== audience) return undefined;
    const client = await deps.directory.client(row.client_id);
    if (client?.enabled !== true) return undefined;
    const { scope, jkt, 'x5t#S256': certificate } = row.payload;
    return {
      clientId: row.client_id,
      subject: row.user_id ?? undefined,
      roleKey: row.role_key ?? undefined,
      sub: row.user_id === null ? undefined : await deps.subjects.of(client, row.user_id),
      scopes: typeof scope === 'string' && scope !== '' ? scope.split(' ') : [],
      expiresAt,
      boundTo: jkt === undefined ? undefined : String(jkt),
      certificate: certificate === undefined ? undefined : String(certificate),
    };
  };
  const readFor = async (audience: string | undefined, token: string) => {
    const found = await findFor(audience, token);
    return found?.boundTo === undefined && found?.certificate === undefined ? found : undefined;
  };
  return {
    find: (token) => findFor(undefined, token),
    read: (token) => readFor(undefined, token),
    readFor,
    presents: (request, thumbprint) => {
      const certificate = deps.readCertificate(request);
      return certificate !== undefined && thumbprintOf(certificate) === thumbprint;
    },
    prove: async ({ path, ...request }) => {
      const checked = await checkProof({ ...request, address: `${deps.origin ?? ''}${path}` }, deps.now());
      if (checked.fault !== undefined) return checked.fault;
      const id = `${request.boundTo} ${checked.jti}`;
      const isFirst = await useProof({ id, expiresAt: checked.usableUntil });
      return isFirst ? undefined : 'the proof was used before';
    },
  };
}
