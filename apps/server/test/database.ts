import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { revokeTemporaryTables } from '../src/kernel/db/migrate.ts';

export interface TestDatabase {
  name: string;
  /** The application role: owns nothing, cannot bypass row-level security. */
  appUrl: string;
  ownerUrl: string;
  /** A superuser, for tampering and inspection. */
  superuserUrl: string;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A separate database for one test file, copied from the migrated template. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { superuserUrl, template } = inject('postgres');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await withClient(superuserUrl, async (admin) => {
    // Copying requires an idle template, and another file may be copying it now.
    await admin.query('select pg_advisory_lock(4711)');
    await admin.query(
      `create database ${name} owner tamga_owner ${options.empty === true ? '' : `template ${template} strategy file_copy`}`,
    );
  });
  const as = (user: string) => superuserUrl.replace(/\/\/[^@]*@([^/]*)\/[^?]*/, `//${user}@$1/${name}`);
  const url = superuserUrl.replace(/(\/\/[^/]*\/)[^?]*/, `$1${name}`);
  const client = new pg.Client({ connectionString: url, options: '-c search_path=tamga -c timezone=UTC' });
  await client.connect();
  client.on('error', () => undefined);
  await revokeTemporaryTables(client);
  return {
    name,
    appUrl: as('tamga_app'),
    ownerUrl: as('tamga_owner'),
    superuserUrl: url,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    drop: async () => {
      await client.end();
      await withClient(superuserUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
