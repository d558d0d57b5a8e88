import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { isBrowserTest } from '../../../scripts/test-files.ts';
import { buildPortalIfStale } from '../../portal/server/build.ts';
import { migrateDatabase } from '../src/commands/open-database.ts';
import { startEmbeddedPostgres } from '../src/kernel/db/embedded.ts';
import { testConfig } from './config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { superuserUrl: string; template: string };
  }
}

const template = 'tamga_template';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stopPostgres] = await Promise.all([providePostgres(project), buildPortal(project)]);
  return stopPostgres;
}

/** One build before the workers start, because each of them would make the same one. */
async function buildPortal({ config: { root }, vitest }: TestProject): Promise<void> {
  if (vitest.state.getPaths().some((file) => isBrowserTest(relative(root, file))))
    await buildPortalIfStale({
      portalDir: join(root, 'apps/portal'),
      log: (line) => vitest.logger.log(line),
    });
}

/** One PostgreSQL and one migrated template for all files; each file copies the template. */
async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tamga-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    temporary: true,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '400',
    },
    log: () => undefined,
  });
  const superuserUrl = postgres.url(postgres.database, postgres.superuser);
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('create role tamga_app login nosuperuser nobypassrls');
  await client.query('create role tamga_owner login nosuperuser nobypassrls');
  await client.query('grant tamga_app to tamga_owner');
  await client.query(`create database ${template} owner tamga_owner`);
  await client.end();
  await migrateDatabase(testConfig(), postgres.url(template, 'tamga_owner'));
  project.provide('postgres', { superuserUrl, template });
  return async () => {
    await postgres.stop();
  };
}
