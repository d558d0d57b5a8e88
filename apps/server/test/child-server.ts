import { flushCompileCache } from 'node:module';
import { describeOutside, openOutside } from '../src/commands/outside.ts';
import { buildApp } from '../src/composition/app.ts';
import { createLogger } from '../src/kernel/observability/logger.ts';
import { testConfig } from './config.ts';

/** Runs the real server on a given database until it is killed, and prints its address when it is ready. */
const databaseUrl = process.env['CHILD_DATABASE_URL'] ?? '';
const settings = JSON.parse(process.env['CHILD_SETTINGS'] ?? '{}') as Record<string, string>;
const config = testConfig({
  DATABASE_URL: databaseUrl,
  RATE_LIMIT_STORE: 'memory',
  DATA_DIR: process.env['CHILD_DATA_DIR'],
  GSPACE_QUOTA_BYTES: process.env['CHILD_SPACE_BYTES'],
  ...settings,
});
const app = buildApp(config, {
  databaseUrl,
  directUrl: databaseUrl,
  outside:
    process.env['CHILD_OUTSIDE'] === 'settings'
      ? openOutside(config, () => new Date())
      : describeOutside(config),
  logger: createLogger(config.LOG_LEVEL),
  now: () => new Date(),
});
await app.start({ worker: true });
const url = await app.http.listen({ host: '127.0.0.1', port: Number(process.env['CHILD_PORT'] ?? 0) });
// A killed process would not write it.
flushCompileCache();
process.stdout.write(`ready ${url}\n`);
