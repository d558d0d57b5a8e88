import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { appRole, schemaName } from './database.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationError';
  }
}

export function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Migrates the schema under one lock, so that any number of instances may start at once: one works, the others
 * wait and find nothing to do. `finish` runs under the same lock, for schemas of other libraries.
 */
export async function migrate(options: {
  ownerUrl: string;
  migrations: readonly Migration[];
  finish?: (client: pg.Client) => Promise<void>;
}): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', ['tamga.migrate']);
    await prepareSchema(client);
    await revokeTemporaryTables(client);
    const applied = await appliedMigrations(client);
    const ran: string[] = [];
    for (const migration of options.migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) {
        await applyOne(client, migration);
        ran.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new MigrationError(
          `migration ${migration.name} was changed after it was applied; restore the file and add a new migration`,
        );
      }
    }
    await options.finish?.(client);
    return ran;
  } finally {
    await client.end();
  }
}

async function prepareSchema(client: pg.Client): Promise<void> {
  // Roles belong to the whole cluster, the lock to one database: another database may create the role at the
  // same time.
  await client.query(`do $$ begin
    if to_regrole('${appRole}') is null then create role ${appRole} nologin nosuperuser nobypassrls; end if;
  exception when duplicate_object or unique_violation then null; end $$`);
  await client.query(`do $$ begin
    if not pg_has_role(current_user, '${appRole}', 'member') then grant ${appRole} to current_user; end if;
  exception when unique_violation then null; end $$`);
  await client.query(`create schema if not exists ${schemaName}`);
  await client.query(`grant usage on schema ${schemaName} to ${appRole}`);
  await client.query(`set search_path = ${schemaName}`);
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  await client.query(`comment on table migrations is 'shared: names of applied migrations'`);
  await client.query(`grant select on migrations to ${appRole}`);
}

/**
 * A role that can create temporary tables can create triggers, which run with the rights of any function that
 * writes to the table. PostgreSQL grants this to every role in each new database, including copies and
 * restored ones.
 */
export async function revokeTemporaryTables(client: pg.ClientBase): Promise<void> {
  await client.query(`do $$ begin
    execute format('revoke temporary on database %I from public', current_database());
  end $$`);
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new MigrationError(`migration ${migration.name} failed and was undone: ${reason}`, error);
  }
}

/** Names of this build that are not applied yet, for /ready and `doctor`. */
export function pendingMigrations(applied: readonly string[], migrations: readonly Migration[]): string[] {
  const known = new Set(applied);
  return migrations.filter((migration) => !known.has(migration.name)).map((migration) => migration.name);
}
