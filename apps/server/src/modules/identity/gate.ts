import { timingSafeEqual } from 'node:crypto';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import { type Database, DatabaseUnavailable } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Actor, Gate } from '../../kernel/http/actor.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { userChanged } from '../users/index.ts';
import { isCutOff, sessionEnded } from './sessions.ts';
import { findSessionState, type SessionState } from './store.ts';
import type { TokenClaims, TokenService } from './tokens.ts';

export interface GateDeps {
  database: Database;
  bus: Bus;
  tokens: TokenService;
  now: () => Date;
  permissionsOf: (roleId: number, roleKey: string) => Promise<ReadonlySet<string>>;
  production: boolean;
  observabilityToken: string | undefined;
}

type Known = SessionState | 'unknown';

/**
 * Caches the session state while the bus is live, reads it from the database while it is not, and answers 503 when
 * neither is available: a revoked token must never pass because of a lost message.
 */
export function createGate(deps: GateDeps): Gate {
  const reader = deps.database.pipelined(systemIdentity);
  const sessions = createBusCache<Known>(
    deps.bus,
    async (id) => (await findSessionState(reader, id)) ?? 'unknown',
  );
  deps.bus.on(sessionEnded, (payload) => sessions.forget(String(payload['session_id'])));
  deps.bus.on(userChanged, (payload) =>
    sessions.forgetWhere((state) => state !== 'unknown' && state.user_id === payload['user_id']),
  );

  const load = async (claims: TokenClaims): Promise<Actor> => {
    try {
      return actorOf(claims, await sessions.load(claims.fid));
    } catch (error) {
      if (error instanceof DatabaseUnavailable)
        fail(kernelErrors.session_store_unavailable, { retryAfterSeconds: 2 });
      throw error;
    }
  };

  return {
    authenticate: (authorization) => {
      const token = bearerOf(authorization);
      const claims =
        token === undefined ? undefined : deps.tokens.verify(token, 'access', deps.now().getTime());
      if (claims === undefined) fail(kernelErrors.unauthorized);
      const known = sessions.get(claims.fid);
      return known === undefined ? load(claims) : actorOf(claims, known);
    },
    permissions: (actor) => deps.permissionsOf(actor.roleId, actor.roleKey),
    mayObserve: (authorization) => {
      if (!deps.production) return true;
      const given = Buffer.from(bearerOf(authorization) ?? '');
      const expected = Buffer.from(deps.observabilityToken ?? '');
      return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function actorOf(claims: TokenClaims, state: Known): Actor {
  if (state === 'unknown' || state.user_id !== claims.sub || state.deleted_at !== null)
    fail(kernelErrors.unauthorized);
  if (!state.active) fail(kernelErrors.account_disabled);
  if (state.ended_at !== null || isCutOff(state, claims)) fail(kernelErrors.unauthorized);
  return {
    userId: claims.sub,
    roleId: state.role_id,
    roleKey: state.role,
    sessionId: claims.fid,
    tokenId: claims.jti,
  };
}
