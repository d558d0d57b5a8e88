import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gate } from './actor.ts';
import { AppError, kernelErrors } from './errors.ts';
import type { Limiter } from './limits.ts';
import { logOf } from './server.ts';
import type { Limit } from './token-bucket.ts';

/** A signed-in caller was denied a row that their role does not allow. */
export interface Denial {
  readonly rowId: string;
  readonly userId: string;
  readonly roleKey: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface DenialDeps {
  gate: Gate;
  limiter: Limiter;
  now: () => Date;
  /** Called after the response is sent, so that its outcome cannot change the response. */
  onDenied?: (denial: Denial) => Promise<void>;
}

/** One a minute for each person and row, so that a thousand attempts do not fill a table. */
const reportLimit: Limit = { group: 'denied', perMinute: 1, burst: 1 };
const denied = new WeakSet<FastifyRequest>();

export function noteDenial(request: FastifyRequest, error: unknown): void {
  if (error instanceof AppError && error.definition === kernelErrors.forbidden) denied.add(request);
}

export function reportDenials(app: FastifyInstance, deps: DenialDeps): void {
  const { onDenied } = deps;
  if (onDenied === undefined) return;
  app.addHook('onResponse', (request, _reply, done) => {
    done();
    if (denied.has(request))
      report(request, { ...deps, onDenied }).catch((error: Error) =>
        logOf(request).warn({ reason: error.message.slice(0, 200) }, 'a denial could not be recorded'),
      );
  });
}

async function report(request: FastifyRequest, deps: Required<DenialDeps>): Promise<void> {
  const actor = await deps.gate.authenticate(request.headers.authorization);
  const rowId = request.routeOptions.config.rowId ?? 'none';
  const { granted } = await deps.limiter.take(reportLimit, `${actor.userId}|${rowId}`);
  if (!granted) return;
  await deps.onDenied({
    rowId,
    userId: actor.userId,
    roleKey: actor.roleKey,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    now: deps.now(),
  });
}
