import type { IncomingHttpHeaders } from 'node:http';
import type { DbIdentity } from '../db/identity.ts';

/** The roles that migrations insert; the lower the number, the more it may. Roles made by operators begin at 100. */
export const roleIds = { superadmin: 1, admin: 2, manager: 3, user: 4, officer: 5 } as const;

/** The person behind a request, as the database knows them now (never as the token claims). */
export interface Actor {
  readonly userId: string;
  readonly roleId: number;
  readonly roleKey: string;
  readonly sessionId: string;
  readonly tokenId: string;
}

/** What a rule of access may look at. */
export interface CallerFacts {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly method: string;
  /** The target of the request as it came, query included. */
  readonly url: string;
  /** Parts of the path, not yet validated. */
  readonly params?: unknown;
  /** The peer itself: unlike `ip`, nothing that a header says can change it. */
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** What the kernel must be told to know who asks and what they may do. */
export interface Gate {
  /** Throws the one 401, or 403 for a disabled account, or 503 when it cannot be known. */
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

/** Custom roles reach the database as ordinary people: their extra powers are permissions, decided before. */
export function identityOf(actor: Actor): DbIdentity {
  return { userId: actor.userId, role: databaseRoles[actor.roleKey] ?? 'user' };
}
