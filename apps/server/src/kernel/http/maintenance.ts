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

/** Before the caller is known and the body is read: nobody fills a line with an upload that is refused. */
export function maintenanceHooks(id: string, { maintenance, now }: MaintenanceDeps) {
  if (maintenance.staysOpen(id)) return [];
  return [
    async ({ method }: FastifyRequest): Promise<void> => {
      if (method === 'GET' || method === 'HEAD') return;
      if (await maintenance.isReadOnly(now())) fail(kernelErrors.maintenance, { retryAfterSeconds });
    },
  ];
}
