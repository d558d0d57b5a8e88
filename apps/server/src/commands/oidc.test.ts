import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { rotateKey } from './oidc.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

const run = async (args: readonly string[], env: Record<string, string> = {}) => {
  const said: string[] = [];
  const config = testConfig({ DATABASE_URL: home.appUrl, ...env });
  await rotateKey(config, args, (line) => said.push(line));
  return said.join('\n');
};
const issuer = {
  OAUTH_ISSUER: 'https://id.example.mn',
  SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
};

describe('tamga oidc rotate-key', () => {
  it('publishes the next key, which signs after the lead time; until then there is no other', async () => {
    expect(await run(['rotate-key'], issuer)).toMatch(
      /^Keys [A-Za-z0-9_-]{43}(, [A-Za-z0-9_-]{43}){2} are published and sign from 20/,
    );
    const [key] = await home.query<{ lead: number }>(
      'select extract(epoch from active_from - created_at)::int as lead from oidc_keys',
    );
    expect(key?.lead).toBe(24 * 3600);
    await expect(run(['rotate-key'], issuer)).rejects.toThrow(/already published/);
  });

  it('says what to do when nothing is signed, and prints its usage', async () => {
    await expect(run(['rotate-key'])).rejects.toThrow(/OAUTH_ISSUER/);
    await expect(run([], issuer)).rejects.toThrow(/rotate-key/);
  });
});
