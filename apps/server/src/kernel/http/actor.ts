import type { IncomingHttpHeaders } from 'node:http';
import type { DbIdentity } from '../db/identity.ts';

/** The roles that migrations insert; a lower number has more rights, and roles made by operators begin at 100. */
export const roleIds = { superadmin: 1, admin: 2, manager: 3, user: 4, officer: 5 } as const;

/** The person behind a request, as the database knows them now, never as the token claims. */
export interface Actor {
  readonly userId: string;
  readonly roleId: number;
  readonly roleKey: string;
  readonly sessionId: string;
  readonly tokenId: string;
}

/** Facts about the caller that an access rule may read. */
export interface CallerFacts {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly method: string;
  /** The raw request target, query included. */
  readonly url: string;
  /** Path parameters, not yet validated. */
  readonly params?: unknown;
  /** The peer itself: unlike `ip`, no header can change it. */
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Resolves the caller and their rights for the kernel. */
export interface Gate {
  /** Throws the one 401, 403 for a disabled account, or 503 when sessions cannot be checked. */
  authenticate(authorization: string | undefined): Actor | Promise<Actor>;
  permissions(actor: Actor): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** Bearer check of operational endpoints; true outside production. */
  mayObserve(authorization: string | undefined): boolean;
}

const databaseRoles: Record<string, DbIdentity['role']> = {
  superadmin: 'superadmin',
  admin: 'admin',
  manager: 'manager',
};

/** Custom roles reach the database as ordinary people: their extra rights are permissions, checked before. */
export function identityOf(actor: Actor): DbIdentity {
  return { userId: actor.userId, role: databaseRoles[actor.roleKey] ?? 'user' };
}
