import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createRedactor } from './redaction.ts';
import { type AssistantStage, openAssistant } from './test/stage.ts';

let stage: AssistantStage;
const [first, last, firstEn] = ['Цэцэгмаа', 'Дорж', 'Tsetsegmaa'];

beforeAll(async () => {
  stage = await openAssistant();
  await stage.world.database.query(
    `update users set first_name = $2, last_name = $3, first_name_en = $4, last_name_en = 'Dorj' where id = $1`,
    [stage.citizen.userId, first, last, firstEn],
  );
  await stage.world.database.query(
    `insert into gov_payments (id, user_id, title, category, amount, created_at)
     values (gen_random_uuid(), $1, $2, 'fee', 7500, now())`,
    [
      stage.citizen.userId,
      JSON.stringify({ mn: 'Цэцэгмаагийн хураамж, Б.Ганзориг, Батын Сараа', en: 'Fee' }),
    ],
  );
});
afterAll(() => stage.world.close());
afterEach(() => stage.model.reset());

const sent = async (part = 'chat') => JSON.stringify(await stage.model.calls(part));
const person = /цэцэгмаа|дорж|tsetsegmaa|dorj/i;
const payments = { tool_calls: [{ name: 'my_payments', arguments: '{}' }] };

describe('names', () => {
  it('of the person who asks stay here, in every form, and return in the answer', async () => {
    await stage.model.script({ text: 'Сайн байна уу, ⟦NAME-1⟧.' });
    const { body } = await stage.askAs(stage.citizen, {
      message: 'Намайг Цэцэгмаа гэдэг, Доржийн охин. ЦЭЦЭГМАА, Tsetsegmaa, tsetsegmaa-д паспорт хэрэгтэй',
      history: [{ role: 'user', text: 'Би Цэцэгмаагаас асууя' }],
    });
    expect(await sent()).not.toMatch(person);
    expect(await sent()).toMatch(/⟦NAME-\d⟧ийн охин/);
    expect(body.data.reply).toBe('Сайн байна уу, Цэцэгмаа.');
  });

  it('in results of personal tools too, also of other people in official form', async () => {
    await stage.model.script(payments, { text: '⟦NAME-1⟧, 7 500 төгрөг.' });
    const { body } = await stage.askAs(stage.citizen, { message: 'миний төлбөр' });
    expect(await sent()).toContain('7500');
    expect(await sent()).not.toMatch(person);
    expect(await sent()).not.toMatch(/Ганзориг|Сараа/);
    expect(body.data.reply).toMatch(/7 500 төгрөг/);
    expect(body.data.reply).not.toContain('⟦');
  });

  it('do not reach a translation or a voice', async () => {
    const post = (path: string, body: object) =>
      createCaller(stage.server.url).post(`/api/v1/ai/${path}`, body, { token: stage.citizen.token });
    await stage.model.script({ text: 'My name is ⟦NAME-1⟧.' });
    const { body } = await post('translate', { text: 'Намайг Цэцэгмаа гэдэг.', target_lang: 'en' });
    expect(body.data.translated).toBe('My name is Цэцэгмаа.');
    await post('tts', { text: 'Сайн уу, Цэцэгмаа' });
    expect(await sent()).not.toMatch(person);
    expect((await stage.model.calls('speech'))[0].body.input).toBe('Сайн уу, …');
  });

  it('are not in the list of questions without an answer', async () => {
    await stage.askAs(stage.citizen, { message: 'Qqxyz wwvut Цэцэгмаа' });
    const { token } = stage.citizen;
    const feedback = { helpful: false, question: 'Qqxyz Доржид' };
    expect(
      (await createCaller(stage.server.url).post('/api/v1/ai/feedback', feedback, { token })).status,
    ).toBe(200);
    expect((await createCaller(stage.server.url).post('/api/v1/ai/feedback', feedback)).status).toBe(401);
    const rows = await stage.world.database.query<{ question: string }>(
      `select question from ai_questions where question like 'qqxyz%'`,
    );
    expect(rows.map(({ question }) => question).sort()).toEqual(['qqxyz wwvut …', 'qqxyz …ид']);
  });

  it('reach a model of our own unchanged', async () => {
    const own = await stage.start({ AI_PRIVATE: 'true' });
    await stage.askAs(stage.citizen, { message: 'Намайг Цэцэгмаа гэдэг' }, own);
    expect(await sent()).toContain('Цэцэгмаа');
  });
});

describe('a redactor with names', () => {
  const hide = (names: string[], text: string) => createRedactor(names).hide(text);

  it.each([
    [['Болд'], 'Болдын, болдоос, BOLD', '⟦NAME-1⟧ын, ⟦NAME-2⟧оос, BOLD'],
    [['Цэцэг'], 'Цэцгийн', '⟦NAME-1⟧ийн'],
    [['Бат'], 'Бат батлах бат БАТ', '⟦NAME-1⟧ батлах бат ⟦NAME-2⟧'],
    [['Болд', 'Батболд'], 'Батболд', '⟦NAME-1⟧'],
    [['An'], 'An answer, an apple', '⟦NAME-1⟧ answer, an apple'],
    [['.*', ''], 'a.*b', 'a.*b'],
    [['Болд'], 'bold@example.mn, Болд', '⟦MAIL-1⟧, ⟦NAME-1⟧'],
  ])('%j in %s', (names, text, hidden) => {
    expect(hide(names, text)).toBe(hidden);
  });

  it('puts every form back as it was written', () => {
    const redactor = createRedactor(['Цэцэгмаа', 'Дорж']);
    const text = 'Доржийн ЦЭЦЭГМАА, цэцэгмаад, Б.Дорж';
    expect(redactor.show(redactor.hide(text))).toBe(text);
  });
});
