import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Denial } from '../../kernel/http/denials.ts';
import { recordSecurityEvent } from './record.ts';

/** Records a denied access; the kernel has already limited floods. */
export function recordDenials(database: Database): (denial: Denial) => Promise<void> {
  return (denial) =>
    database.transaction(systemIdentity, (tx) =>
      recordSecurityEvent({ ...tx, now: denial.now }, 'privilege_denied', 'medium', {
        userId: denial.userId,
        ip: denial.ip,
        userAgent: denial.userAgent,
        detail: { row: denial.rowId, role: denial.roleKey, request_id: denial.requestId },
      }),
    );
}
