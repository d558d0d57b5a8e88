import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { CallerFacts } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { limitSubject } from '../../kernel/http/limit-subject.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { networksOf } from '../../kernel/security/address-guard.ts';
import { readAccessMode } from '../identity/index.ts';
import { recordSecurityEvent, type SecurityFacts, type ServerKind } from '../security-events/index.ts';
import { errors } from './errors.ts';

export interface ConsoleGateDeps {
  database: Database;
  logger: Logger;
  now: () => Date;
  /** A dedicated host, any host (development), or no console (production without CONTROL_PLANE_HOST). */
  host: { readonly name: string } | 'any' | 'none';
  /** The networks of operators while the platform is private. */
  networks: 'open' | readonly string[];
  scheme: 'http' | 'https';
  defaultAccessMode: 'public' | 'private';
  limiter: Limiter;
}

/** One a minute for each address and kind, so that an attack does not fill the table. */
const alarmLimit: Limit = { group: 'console-alarm', perMinute: 1, burst: 1 };

export type Alarm = (
  kind: ServerKind,
  caller: Pick<CallerFacts, 'headers' | 'ip'>,
  facts?: SecurityFacts,
) => void;

/** Not awaited: a slower rejection would distinguish the console from an address that does not exist. */
export function createAlarm(deps: Pick<ConsoleGateDeps, 'database' | 'logger' | 'now' | 'limiter'>): Alarm {
  const keep = async (
    kind: ServerKind,
    caller: Pick<CallerFacts, 'headers' | 'ip'>,
    facts: SecurityFacts,
  ) => {
    const { granted } = await deps.limiter.take(alarmLimit, `${kind}|${limitSubject(caller.ip)}`);
    if (!granted) return;
    await deps.database.transaction(systemIdentity, (tx) =>
      recordSecurityEvent({ ...tx, now: deps.now() }, kind, 'medium', {
        ip: caller.ip,
        userAgent: caller.headers['user-agent'] ?? '',
        ...facts,
      }),
    );
  };
  return (kind, caller, facts = {}) => {
    keep(kind, caller, facts).catch((error: Error) =>
      deps.logger.warn({ reason: error.message.slice(0, 200) }, 'a security event could not be recorded'),
    );
  };
}

/**
 * Hides the console from other hosts and, while the platform is private, from other networks: they get the
 * 404 of an unknown address. Only the Host header counts, because a forwarded host may be forged.
 */
export function createConsoleGate(
  deps: ConsoleGateDeps,
  alarm: Alarm,
): (caller: CallerFacts) => Promise<void> {
  const isAllowed = allowAddresses(deps.networks);
  const db = deps.database.reader(systemIdentity);
  return async (caller) => {
    if (!isOnHost(deps.host, caller.headers.host)) {
      if (deps.host !== 'none') alarm('console_wrong_host', caller);
      fail(kernelErrors.not_found, { detail: 'wrong console host' });
    }
    // Read on each call, so that switching the platform to private closes the console at once.
    const mode = (await readAccessMode(db)) ?? deps.defaultAccessMode;
    if (mode !== 'public' && !isAllowed(caller.ip))
      fail(kernelErrors.not_found, { detail: 'address outside CONTROL_PLANE_ALLOWED_CIDRS' });
    if (caller.method === 'GET' || caller.method === 'HEAD') return;
    if (caller.headers.origin === `${deps.scheme}://${caller.headers.host ?? ''}`) return;
    alarm('csrf_failed', caller, { detail: { where: 'console' } });
    fail(errors.csrf_failed, { detail: 'origin' });
  };
}

/** A setting without a port matches any port, because a reverse proxy may use another one. */
function isOnHost(host: ConsoleGateDeps['host'], header: string | undefined): boolean {
  if (typeof host === 'string') return host === 'any';
  const given = (header ?? '').toLowerCase();
  return given === host.name || given.replace(/:\d+$/, '') === host.name;
}

function allowAddresses(networks: ConsoleGateDeps['networks']): (ip: string) => boolean {
  if (networks === 'open') return () => true;
  const list = networksOf(networks);
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
