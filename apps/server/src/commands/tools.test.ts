import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { manageToolKeys } from './tools.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await manageToolKeys(testConfig({ DATABASE_URL: home.appUrl }), args, (line) => lines.push(line));
  return lines.join('\n');
}

describe('tamga tools key', () => {
  it('creates a key, shows it once, lists it without its secret and revokes it, all audited', async () => {
    expect(await run('key', 'list')).toContain('No key was made');
    const made = await run('key', 'create', 'night', 'watch');
    const secret = /tamga_\w{32}_\S{43}/.exec(made)?.[0] ?? '';
    const id = /Key (\S{36})/.exec(made)?.[1] ?? '';
    expect(secret).not.toBe('');
    const listed = await run('key', 'list');
    expect(listed).toContain(`${id}  tamga_${id.slice(0, 8)}…  night watch`);
    expect(listed).toMatch(/no tool, ends 20/);
    expect(listed).not.toContain(secret);
    const [row] = await home.query<{ row: string }>('select k::text as row from api_keys k');
    expect(row?.row).not.toContain(secret);
    expect(await run('key', 'revoke', id)).toContain('refused from now on');
    expect(await run('key', 'list')).toContain('revoked');
    await expect(run('key', 'revoke', id)).rejects.toThrow('There is no live key');
    expect(await home.query('select action, target, metadata from audit_log order by id')).toEqual([
      {
        action: 'tools.key.create',
        target: id,
        metadata: {
          name: 'night watch',
          caller: 'command line',
          surfaces: ['tools'],
          scopes: [],
          expires_at: expect.any(String),
        },
      },
      { action: 'tools.key.revoke', target: id, metadata: { name: 'night watch', caller: 'command line' } },
    ]);
  });

  it('narrows a key to some tools and lets it end', async () => {
    await run('key', 'create', 'narrow', '--tools', 'host_status,tools:search_memory', '--days', '30');
    expect(
      await home.query(
        `select surfaces, scopes, expires_at - created_at = interval '30 days' as ends from api_keys where name = 'narrow'`,
      ),
    ).toEqual([{ surfaces: ['tools'], scopes: ['tools:host_status', 'tools:search_memory'], ends: true }]);
    expect(await run('key', 'list')).toMatch(/narrow .* ends 20/);
    await run('key', 'create', 'wide', '--tools', 'host_status', '--days', 'never', '--admin-api');
    await home.query(`update api_keys set scopes = null where name = 'wide'`);
    expect(await run('key', 'list')).toMatch(/wide .* ADMIN API, EVERY TOOL, NO END/);
    await expect(run('key', 'create', 'x', '--tools', 'rm')).rejects.toThrow('tools:rm is no scope');
    await expect(run('key', 'create', 'x', '--days', '0')).rejects.toThrow('--days takes');
    await expect(run('key', 'create', 'x', '--for', 'ever')).rejects.toThrow(/^tamga tools takes: /);
  });

  it.each([[[]], [['key']], [['key', 'create']], [['key', 'revoke']], [['keys', 'list']]])(
    'prints its usage for %j',
    async (args) => {
      await expect(run(...args)).rejects.toThrow(/^tamga tools( key)? takes: /);
    },
  );
});
