import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { productionEnv } from '../../test/production.ts';
import { stepAt, totpCode } from '../modules/superadmin/index.ts';
import { openStage, type Stage } from '../modules/superadmin/test/stage.ts';
import { onboard, type Walk, walkThrough } from './onboard.ts';
import { Stop } from './stop.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

function walkFor(email: string, lines: string[], change: Partial<Walk> = {}): Walk {
  return {
    backendUrl: stage.server.url,
    appOrigin: stage.server.config.appOrigin,
    sandbox: { phone: stage.world.sandbox.url, mail: stage.outsideUrl },
    social: { issuer: `${stage.outsideUrl}/social`, clientId: 'tamga-test' },
    email,
    register: undefined,
    auto: true,
    say: (line) => lines.push(line),
    ask: () => Promise.reject(new Error('nobody is asked')),
    wait: async (seconds) => stage.world.clock.advance(seconds * 1000),
    now: stage.world.clock.now,
    ...change,
  };
}

describe('tamga onboard', () => {
  it('with --auto runs every step and prints the secret and the recovery codes', async () => {
    const lines: string[] = [];
    await stage.invite('auto@example.mn');
    await walkThrough(walkFor('auto@example.mn', lines));
    const text = lines.join('\n');
    expect(text).toMatch(/Authenticator secret {3}[A-Z2-7]{32}/);
    expect(text.match(/^ {2}[A-Z2-7]{4}-[A-Z2-7]{4}$/gm)).toHaveLength(10);
    const [admin] = await stage.world.database.query('select role_id, email from users where role_id = 1');
    expect(admin).toEqual({ role_id: 1, email: 'auto@example.mn' });
  });

  it('names the origin of the server if it was started with another one', async () => {
    await stage.invite('moved@example.mn');
    const walk = walkFor('moved@example.mn', [], { appOrigin: 'http://localhost:3999' });
    const { origin } = new URL(stage.server.config.appOrigin);
    await expect(walkThrough(walk)).rejects.toThrow(`portal is at ${origin}`);
  });

  it('asks a person for the address, the register number, the mailed code and the TOTP code', async () => {
    const lines: string[] = [];
    const asked: string[] = [];
    const citizen = await stage.phone.citizen(/^ordinary/, 1);
    await stage.invite('hand@example.mn');
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      if (question.startsWith('1.')) {
        const address = new URL(/https?:\S+/.exec(question)?.[0] ?? '');
        const form = new URLSearchParams(address.searchParams);
        form.set('email', 'hand@example.mn');
        form.set('email_verified', 'true');
        form.set('decision', 'allow');
        expect((await fetch(address)).status).toBe(200);
        const decide = `${address.origin}${address.pathname}/decide`;
        const answer = await fetch(decide, { method: 'POST', body: form, redirect: 'manual' });
        return answer.headers.get('location') ?? '';
      }
      if (question.startsWith('2.')) return citizen.national_id;
      if (question.startsWith('3.')) return stage.mailedCode('hand@example.mn');
      const secret = /[A-Z2-7]{32}/.exec(lines.join('\n'))?.[0] ?? '';
      return totpCode(secret, stepAt(stage.world.clock.now()));
    };
    const say = (line: string) => {
      lines.push(line);
      if (line.startsWith('2.')) void stage.phone.approve(citizen);
    };
    await walkThrough(walkFor('hand@example.mn', lines, { auto: false, ask, say }));
    expect(asked).toHaveLength(4);
    expect(lines.join('\n')).toContain('is a super administrator');
  });

  it('reports each problem in one sentence', async () => {
    await expect(walkThrough(walkFor('stranger@example.mn', []))).rejects.toThrow(
      /no open invitation.*not_invited/,
    );
    const nobody = walkFor('auto@example.mn', [], { backendUrl: 'http://127.0.0.1:9' });
    await expect(walkThrough(nobody)).rejects.toThrow('npm start');
    await expect(onboard(testConfig(), [], () => undefined)).rejects.toThrow('e-mail address');
    const bare = testConfig(productionEnv);
    await expect(onboard(bare, ['a@example.mn'], () => undefined)).rejects.toThrow('SOCIAL_ISSUER');
  });

  it('without a terminal invites no one and says what to do', async () => {
    const config = testConfig({
      SOCIAL_ISSUER: `${stage.outsideUrl}/social`,
      SOCIAL_CLIENT_ID: 'tamga-test',
    });
    const run = () =>
      onboard(
        config,
        ['nobody@example.mn'],
        () => undefined,
        () => false,
      );
    await expect(run()).rejects.toThrow(Stop);
    await expect(run()).rejects.toThrow(/no terminal.*docker exec -it.*--auto/s);
    const invited = await stage.world.database.query(
      `select from superadmin_invites where email = 'nobody@example.mn'`,
    );
    expect(invited).toEqual([]);
  });

  it('never acts for a person in production', async () => {
    const config = testConfig(productionEnv);
    await expect(onboard(config, ['a@example.mn', '--auto'], () => undefined)).rejects.toThrow('--auto');
  });
});
