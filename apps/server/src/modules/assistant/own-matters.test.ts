import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type AssistantStage, openAssistant } from './test/stage.ts';

let stage: AssistantStage;

beforeAll(async () => {
  stage = await openAssistant();
  for (const [who, title, amount] of [
    [stage.citizen, 'Паспортын хураамж', 7500],
    [stage.admin, 'Бусдын төлбөр', 4321],
  ] as const)
    await stage.world.database.query(
      `insert into gov_payments (id, user_id, title, category, amount, created_at)
       values (gen_random_uuid(), $1, $2, 'fee', $3, now())`,
      [who.userId, JSON.stringify({ mn: title, en: title }), amount],
    );
});
afterAll(() => stage.world.close());
afterEach(() => stage.model.reset());

const names = ['my_applications', 'my_payments', 'my_appointments', 'my_documents', 'my_notifications'];
const call = (name: string, args = '{}') => ({ tool_calls: [{ name, arguments: args }] });
const offered = async () =>
  (await stage.model.calls('chat'))[0].body.tools.map(
    ({ function: { name } }: { function: { name: string } }) => name,
  );

describe('own matters', () => {
  it('are read with the rights of the person, and stand in their access log', async () => {
    const { body } = await stage.askAs(stage.citizen, { message: 'миний төлбөр хэд вэ' });
    expect(body.data.steps).toEqual([{ tool: 'my_payments', args: {}, result: { count: 1 } }]);
    const sent = JSON.stringify(await stage.model.calls());
    expect(sent).toContain('Паспортын хураамж');
    expect(sent).not.toContain('Бусдын төлбөр');
    const log = await createCaller(stage.server.url).get('/api/v1/users/me/access-log?limit=5', {
      token: stage.citizen.token,
    });
    expect(log.body.data.items[0]).toMatchObject({
      purpose: 'ai.chat',
      matter: { id: 'my_payments', title: 'Payments' },
    });
  });

  it('are their own for an administrator too', async () => {
    await stage.askAs(stage.admin, { message: 'my payments', lang: 'en' });
    const sent = JSON.stringify(await stage.model.calls());
    expect(sent).toContain('Бусдын төлбөр');
    expect(sent).not.toContain('Паспортын хураамж');
  });

  it.each(names)('%s can be read', async (name) => {
    await stage.model.script(call(name), { text: 'Болсон.' });
    const { body } = await stage.askAs(stage.citizen, { message: 'харуул' });
    expect(body.data.steps[0]).toMatchObject({ tool: name, result: { count: expect.any(Number) } });
  });

  it('a number of a result may be said, another may not', async () => {
    await stage.model.script(call('my_payments'), {
      text: 'Та 7 500 төгрөг төлнө. Хугацаа 3 хоног.',
    });
    const { body } = await stage.askAs(stage.citizen, { message: 'төлбөр' });
    expect(body.data.reply).toMatch(/^Та 7 500 төгрөг төлнө\. \n\n/);
  });

  it('are out of reach without sign-in: not offered, and not run when asked for', async () => {
    await stage.model.script(...names.map((name) => call(name)));
    const { body } = await stage.ask({ message: 'миний төлбөр' });
    expect(await offered()).toEqual(['search_knowledge', 'search_services', 'get_server_time']);
    expect(body.data.steps.map(({ tool }: { tool: string }) => tool)).toEqual(Array(4).fill('unknown'));
    expect(JSON.stringify(await stage.model.calls())).not.toContain('Паспортын хураамж');
  });
});

describe('prepare_application', () => {
  const prepare = async (id: string, answers: object) => {
    await stage.model.script(call('prepare_application', JSON.stringify({ service_id: id, answers })), {
      text: 'Маягтыг нээж шалгаарай.',
    });
    return (await stage.askAs(stage.citizen, { message: 'маягт бэлд' })).body.data;
  };
  const answersIn = (url: string) =>
    JSON.parse(Buffer.from(url.split('#answers=')[1] ?? '', 'base64url').toString('utf8'));

  it('gives a link with the answers that fit the form, and sends nothing', async () => {
    const [service] = await stage.world.database.query<{
      id: string;
      form: { properties: Record<string, { type?: string; enum?: string[] }> };
    }>(
      `select id, form from registry_services where form is not null and status = 'published' order by code limit 1`,
    );
    const { id, form } = service as NonNullable<typeof service>;
    const [field, schema] =
      Object.entries(form.properties).find(([, each]) => each.enum !== undefined || each.type === 'string') ??
      [];
    const value = schema?.enum?.[0] ?? 'Болд';
    const before = await stage.world.database.query('select count(*) from gov_applications');
    const data = await prepare(id, { [field ?? '']: value, unknown_field: 'x' });
    expect(data.steps[0]).toMatchObject({ tool: 'prepare_application' });
    const [action] = data.actions;
    expect(action.url).toMatch(new RegExp(`^/services/${id}/apply`));
    if (action.url.includes('#')) expect(Object.keys(answersIn(action.url))).not.toContain('unknown_field');
    expect(await stage.world.database.query('select count(*) from gov_applications')).toEqual(before);
    expect(await stage.world.database.query('select count(*) from gov_drafts')).toEqual([{ count: '0' }]);
  });

  it('prepares nothing for a service that is not published', async () => {
    const data = await prepare(stage.citizen.userId, {});
    expect(data.actions).toBeUndefined();
  });
});
