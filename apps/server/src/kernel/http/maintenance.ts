import type { FastifyRequest } from 'fastify';
import { fail, kernelErrors } from './errors.ts';

/** While the platform is read-only, everything that changes something is refused. */
export interface Maintenance {
  /** Whether calls of this row or mount work as always. */
  staysOpen(id: string): boolean;
  isReadOnly(now: Date): Promise<boolean>;
}

interface MaintenanceDeps {
  readonly maintenance: Maintenance;
  readonly now: () => Date;
}

const retryAfterSeconds = 600;

const refused = new WeakSet<FastifyRequest>();
/** Refused because of maintenance, which is planned: its 503 is no failure. */
export const isRefusedByMaintenance = (request: FastifyRequest): boolean => refused.has(request);

/** Before the caller is known and the body is read: nobody fills a line with an upload that is refused. */
export function maintenanceHooks(id: string, { maintenance, now }: MaintenanceDeps) {
  if (maintenance.staysOpen(id)) return [];
  return [
    async (request: FastifyRequest): Promise<void> => {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      if (!(await maintenance.isReadOnly(now()))) return;
      refused.add(request);
      fail(kernelErrors.maintenance, { retryAfterSeconds });
    },
  ];
}
