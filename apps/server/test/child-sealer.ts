import { createSealer } from '../src/kernel/audit/sealer.ts';
import { createDatabase } from '../src/kernel/db/database.ts';
import { createLogger } from '../src/kernel/observability/logger.ts';

/** Seals until it is killed. */
const database = createDatabase({ url: process.env['CHILD_DATABASE_URL'] ?? '', max: 2 });
createSealer({ database, logger: createLogger('silent') }).start();
