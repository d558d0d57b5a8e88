import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { migrationsDir } from '../composition/app.ts';
import { renderReferences } from '../generated-docs.ts';
import { startEmbeddedPostgres } from '../kernel/db/embedded.ts';
import { migrate, readMigrations } from '../kernel/db/migrate.ts';
import { generateSchemaTypes } from '../kernel/db/schema-types.ts';

const root = join(import.meta.dirname, '../../../..');
export const schemaTypesPath = 'apps/server/src/kernel/db/schema.ts';

/** Writes every generated file, or with `check` only lists the differences. */
export async function generateReferences(options: {
  check: boolean;
  say: (line: string) => void;
}): Promise<number> {
  const files = renderReferences();
  files.set(schemaTypesPath, await schemaTypes());
  let differing = 0;
  for (const [path, text] of files) {
    const full = join(root, path);
    if (existsSync(full) && readFileSync(full, 'utf8') === text) continue;
    differing += 1;
    options.say(options.check ? `differs from the code: ${path}` : `wrote ${path}`);
    if (options.check) continue;
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  return options.check && differing > 0 ? 1 : 0;
}

/** Table types from a temporary database that the migrations created. */
async function schemaTypes(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tamga-generate-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    temporary: true,
    settings: { fsync: 'off' },
    log: () => undefined,
  });
  try {
    const url = postgres.url(postgres.database, postgres.superuser);
    await migrate({ ownerUrl: url, migrations: readMigrations(migrationsDir) });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await generateSchemaTypes(client);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}
