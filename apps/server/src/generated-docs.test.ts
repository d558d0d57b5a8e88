import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { schemaTypesPath } from './commands/generate.ts';
import { renderReferences } from './generated-docs.ts';
import { generateSchemaTypes } from './kernel/db/schema-types.ts';

const root = join(import.meta.dirname, '../../..');
const onDisk = (path: string) => readFileSync(join(root, path), 'utf8');

describe('generated files', () => {
  it.each([...renderReferences()])('%s matches the code; if not, run `npm run generate`', (path, text) => {
    expect(onDisk(path)).toBe(text);
  });

  it('the table types match the migrated database; if not, run `npm run generate`', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.superuserUrl });
    await client.connect();
    const text = await generateSchemaTypes(client);
    await client.end();
    await database.drop();
    expect(onDisk(schemaTypesPath)).toBe(text);
  });

  it('the schemas for forms leave out the notes and keep the fields that have the name of a note', () => {
    const text = renderReferences().get('apps/portal/src/api/generated/bodies.ts') ?? '';
    expect(text).toMatch(/registryEvidencesCreateBody: .*"description":\{"type":"string"/);
    expect(text).not.toContain('"description":"');
  });

  it('the configuration reference prints no secret and every setting', () => {
    const text = renderReferences().get('docs/generated/configuration.md') ?? '';
    for (const name of ['JWT_SECRET', 'INTEGRATION_ENC_KEY', 'EID_RP_SECRET', 'OBSERVABILITY_TOKEN'])
      expect(text).toMatch(new RegExp(`\\| \`${name}\` \\| secret \\|  \\|`));
  });
});
