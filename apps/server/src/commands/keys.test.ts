import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { manageKeys } from './keys.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await manageKeys(testConfig({ DATABASE_URL: home.appUrl }), args, (line) => lines.push(line));
  return lines.join('\n');
}

describe('tamga keys', () => {
  it('creates a key, shows it once, lists it without its secret and revokes it, all audited', async () => {
    expect(await run('list')).toContain('No key was made');
    const made = await run('create', 'first', 'key');
    const secret = /tamga_\w{32}_\S{43}/.exec(made)?.[0] ?? '';
    const id = /Key (\S{36})/.exec(made)?.[1] ?? '';
    expect(secret).not.toBe('');
    const listed = await run('list');
    expect(listed).toContain(`${id}  tamga_${id.slice(0, 8)}…  first key`);
    expect(listed).toMatch(/ADMIN API, ends 20/);
    expect(listed).not.toContain(secret);
    expect(await run('revoke', id)).toContain('refused from now on');
    expect(await run('list')).toContain('revoked');
    expect(await home.query('select action, target, metadata from audit_log order by id')).toEqual([
      {
        action: 'admin_key.create',
        target: id,
        metadata: {
          name: 'first key',
          admin_key: 'command line',
          surfaces: ['admin'],
          scopes: [],
          expires_at: expect.any(String),
        },
      },
      { action: 'admin_key.delete', target: id, metadata: { name: 'first key', admin_key: 'command line' } },
    ]);
  });

  it.each([[[]], [['create']], [['revoke']], [['drop', 'x']]])('prints its usage for %j', async (args) => {
    await expect(run(...args)).rejects.toThrow('tamga keys takes');
  });

  it('reports an unknown key', async () => {
    for (const id of ['nonsense', '11111111-2222-4333-8444-555555555555', 'env-1'])
      await expect(run('revoke', id)).rejects.toThrow(`There is no key ${id}`);
  });
});
