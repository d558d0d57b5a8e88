import { verifiedHead } from '../../kernel/audit/verified-head.ts';
import type { Module } from '../../kernel/module.ts';
import { events } from './events.ts';
import { exportMount } from './export.ts';
import { verifyJob } from './jobs.ts';
import { type AuditLogDeps, auditLogRows } from './routes.ts';
import { names } from './schemas.ts';

export {
  type Access,
  type AccessPurpose,
  accessRecorder,
  type Matter,
  recordAccess,
  recordAsked,
  recordAssistantRead,
  recordListed,
} from './access.ts';
/** Every row that calls `recordAccess` or `recordListed` lists these in `audit`. */
export { accessEvents } from './events.ts';
export { readHistoryOf } from './reading.ts';
export { HistoryLine } from './schemas.ts';

export function auditLog(deps: AuditLogDeps): Module {
  return {
    name: 'audit-log',
    rows: auditLogRows(deps),
    mounts: [exportMount(deps)],
    jobs: [verifyJob(deps)],
    sealed: [verifiedHead],
    errors: {},
    events,
    schemas: names,
  };
}
