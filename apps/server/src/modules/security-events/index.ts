import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { rows, type ShownPeople } from './routes.ts';
import { names } from './schemas.ts';
import { keepMonths } from './store.ts';

export { recordDenials } from './denials.ts';
export { recordAlarm, recordSecurityEvent, type SecurityFacts, type ServerKind } from './record.ts';
export type { Severity } from './schemas.ts';

export function securityEvents(deps: {
  database: Database;
  retentionMonths: number;
  shown: ShownPeople;
}): Module {
  return {
    name: 'security-events',
    rows: rows(deps.shown),
    errors,
    events,
    schemas: names,
    jobs: [
      {
        name: 'security.partitions',
        about:
          'Creates the coming monthly partitions of security events and drops those past their retention',
        schedule: '20 3 * * *',
        run: () => keepMonths(deps.database, deps.retentionMonths),
      },
    ],
  };
}
