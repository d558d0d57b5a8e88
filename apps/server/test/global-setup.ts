import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../src/commands/open-database.ts';
import { startEmbeddedPostgres } from '../src/kernel/db/embedded.ts';
import { testConfig } from './config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { superuserUrl: string; template: string };
  }
}

const template = 'tamga_template';

/** One PostgreSQL and one migrated template for all files; each file copies the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
