import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { productionEnv } from '../../test/production.ts';
import { openStage, type Stage } from '../modules/operator/test/console.ts';
import { manageOperators } from './operator.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const port = new URL(stage.world.sandbox.url).port;
  const config = testConfig({ DATABASE_URL: stage.world.database.appUrl, SANDBOX_PORT: port });
  expect(await manageOperators(config, args, (line) => lines.push(line))).toBe(0);
  return lines.join('\n');
}
const secretIn = (text: string) => /Authenticator secret {3}([A-Z2-7]{32})/.exec(text)?.[1] ?? '';

describe('tamga operator', () => {
  it('list says what to do while there is no operator', async () => {
    expect(await run('list')).toBe('There is no operator yet: tamga operator add');
  });

  it('add without options creates an operator who can sign in to the sandbox', async () => {
    const text = await run('add');
    const secret = secretIn(text);
    expect(text).toContain(`secret=${secret}`);
    expect(text).toContain('http://localhost:3000/console');
    const citizen = await stage.phone.citizen();
    expect(text).toContain(citizen.national_id);
    const browser = await stage.signIn(citizen, secret);
    expect((await browser.get('/me')).body.data.operator).toMatchObject({ role: 'operator', email: '' });
  });

  it('add again gives a new secret and role, and ends the old sessions', async () => {
    const citizen = await stage.phone.citizen(/^ordinary/, 1);
    const register = ` ${citizen.national_id.toLowerCase()} `;
    const first = secretIn(
      await run('add', '--register', register, '--role', 'auditor', '--email', 'a@b.mn'),
    );
    const browser = await stage.signIn(citizen, first);
    const text = await run('add', '--register', citizen.national_id, '--role', 'superadmin');
    expect(text).toContain('new secret');
    expect(secretIn(text)).not.toBe(first);
    expect((await browser.get('/me')).status).toBe(401);
    const again = await stage.signIn(citizen, secretIn(text));
    expect((await again.get('/me')).body.data.operator).toMatchObject({
      role: 'superadmin',
      email: 'a@b.mn',
    });
  });

  it('disable ends the session of an operator, and list shows it without numbers or secrets', async () => {
    const citizen = await stage.phone.citizen(/^ordinary/, 1);
    await run('disable', '--register', citizen.national_id);
    await expect(run('disable', '--register', citizen.national_id)).rejects.toThrow('no active operator');
    const text = await run('list');
    expect(text).toMatch(/^superadmin disabled .*a@b\.mn$/m);
    expect(text).not.toContain(citizen.national_id);
    const kinds = (await stage.actions()).map(({ action }) => action);
    expect(kinds.filter((action) => action === 'operator.added')).toHaveLength(3);
    expect(kinds.at(-1)).toBe('operator.disabled');
  });

  it('reports each problem in one sentence', async () => {
    await expect(run()).rejects.toThrow('tamga operator add');
    await expect(run('add', '--what')).rejects.toThrow('tamga operator add');
    await expect(run('add', '--register', 'x')).rejects.toThrow('two Cyrillic letters');
    await expect(run('add', '--role', 'king')).rejects.toThrow('superadmin, operator');
    await expect(run('add', '--email', 'king')).rejects.toThrow('e-mail');
    const production = testConfig(productionEnv);
    await expect(manageOperators(production, ['add'], () => undefined)).rejects.toThrow('--register');
  });
});
