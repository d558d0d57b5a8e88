import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPhone } from '../../server/test/citizens.ts';
import { findBarriers, findBarriersBothWays, openStage, type Stage, showScheme } from './stage.ts';

let stage: Stage;
afterEach(() => stage.closeBrowsers());
afterAll(() => stage.close());
beforeAll(async () => {
  stage = await openStage({
    env: (_origin, sandboxUrl) => ({
      GOV_DEMO_SEED: 'true',
      AI_API_BASE: `${sandboxUrl}/model/v1`,
      AI_API_KEY: 'sandbox',
      AI_MODEL: 'chat-model',
      AI_TTS_MODEL: 'speech-model',
    }),
  });
});

const control = (path: string, body: object) =>
  fetch(`${stage.world.sandbox.url}/control/model${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const lastCall = async () => {
  const answer = await fetch(`${stage.world.sandbox.url}/control/model/calls`);
  return ((await answer.json()) as { items: object[] }).items.at(-1);
};
/** The order of an identity card, with an answer of its first step. */
const prepared = {
  code: 'MN-0133-001',
  answers: { reason: 'expired', previous_number: 'AB123456' },
  field: '#answer-previous_number',
  value: 'AB123456',
};
const ask = async (page: Page, text: string) => {
  await page.getByTestId('assistant-question').fill(text);
  await page.keyboard.press('Enter');
};

describe('the assistant', () => {
  it.each(['mn-MN', 'en-US'])('answers with its sources, by the keyboard alone (%s)', async (locale) => {
    const { page, traffic } = await stage.openBrowser({ locale });
    await page.goto(`${stage.origin}/services`);
    await page.getByTestId('service').first().waitFor();
    await page.keyboard.press('Control+/');
    await page.getByTestId('assistant').waitFor();
    await ask(
      page,
      locale === 'mn-MN' ? 'хаягийн лавлагаа яаж авах вэ' : 'how do I get a proof of residence',
    );
    const turn = page.getByTestId('assistant-turn');
    await page.locator('[data-testid=assistant-turn][data-state=done]').waitFor();
    const source = turn.getByRole('link').first();
    await expect.poll(() => source.getAttribute('href')).toMatch(/^\/services\//);
    expect(await findBarriersBothWays(page)).toEqual([]);
    await turn.getByRole('button', { name: locale === 'mn-MN' ? 'Тийм' : 'Yes' }).click();
    await turn.getByRole('status').waitFor();
    await page.getByTestId('assistant-question').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.testid')).toBe('assistant-open');
    expect(traffic.problems).toEqual([]);
  });

  it('stops when the person stops it, and the next question is answered', async () => {
    const { page } = await stage.openBrowser({ viewport: { width: 390, height: 780 } });
    await page.goto(stage.origin);
    await page.getByTestId('assistant-open').click();
    await control('/faults', { kind: 'silent', count: 1 });
    await ask(page, 'passport');
    // The model must have the question before it can be stopped.
    await expect.poll(lastCall).toMatchObject({ ended: 'open' });
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(lastCall).toMatchObject({ ended: 'left' });
    await page.locator('[data-testid=assistant-turn][data-state=stopped]').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await ask(page, 'proof of residence');
    await page.locator('[data-testid=assistant-turn][data-state=done]').waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('prepares a form, which the person opens, checks and sends', async () => {
    const { page, context } = await stage.openBrowser();
    await stage.signIn(context, await createPhone(stage.world.sandbox).citizen());
    const services = await context.request.get(`${stage.origin}/api/v1/catalog/services`);
    const { data } = (await services.json()) as { data: { items: { id: string; code: string }[] } };
    const id = data.items.find(({ code }) => code === prepared.code)?.id;
    const call = {
      name: 'prepare_application',
      arguments: JSON.stringify({ service_id: id, answers: prepared.answers }),
    };
    await control('/script', { replies: [{ tool_calls: [call] }, { text: 'Маягтыг бэлдлээ.' }] });
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('assistant-open').click();
    await ask(page, 'prepare it');
    await page.locator('[data-testid=assistant-turn][data-state=done]').waitFor();
    await page.getByTestId('assistant-turn').locator('a[href*="/apply#answers="]').click();
    await page.getByTestId('prepared').waitFor();
    await expect.poll(() => page.locator(prepared.field).inputValue()).toBe(prepared.value);
    await page.getByTestId('assistant').getByRole('button', { name: 'Close the assistant' }).click();
    expect(await findBarriersBothWays(page)).toEqual([]);
  });

  it.each([
    {
      locale: 'mn-MN',
      person: 0,
      off: 'Таны яриа хадгалагдахгүй байна.',
      question: 'хаягийн лавлагаа яаж авах вэ',
      remove: 'Бүгдийг устгах',
      stop: 'Хадгалахаа болих',
    },
    {
      locale: 'en-US',
      person: 1,
      off: 'Your conversations are not kept.',
      question: 'proof of residence',
      remove: 'Delete all',
      stop: 'Stop keeping',
    },
  ])('keeps conversations only after the person agreed, and deletes them ($locale)', async (words) => {
    const { page, context } = await stage.openBrowser({
      locale: words.locale,
      viewport: { width: 320, height: 700 },
    });
    const assistant = page.getByTestId('assistant');
    const kept = page.getByTestId('kept-row');
    const answered = page.locator('[data-testid=assistant-turn][data-state=done]');
    await stage.signIn(context, await createPhone(stage.world.sandbox).citizen(/^ordinary/, words.person));
    await page.goto(`${stage.origin}/home`);
    await page.getByTestId('assistant-open').click();
    await page.getByTestId('keeping').getByText(words.off).waitFor();
    await ask(page, words.question);
    await answered.waitFor();
    await page.getByTestId('keep').click();
    await page.getByTestId('confirm-yes').click();
    await page.locator('[data-testid=keeping][data-keep=true]').waitFor();
    await ask(page, words.question);
    await expect.poll(() => answered.count()).toBe(2);

    await page.getByTestId('kept-open').click();
    await kept.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await showScheme(page, 'dark');
    expect(await findBarriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    // Only what was asked after the agreement is in it, and the next question continues it.
    await kept.getByRole('button').first().click();
    await expect.poll(() => answered.count()).toBe(1);
    await ask(page, words.question);
    await expect.poll(() => answered.count()).toBe(2);
    await page.getByTestId('kept-open').click();
    await kept.getByText('2').first().waitFor();
    await expect.poll(() => kept.count()).toBe(1);

    // Escape before the dialog has the focus closes the dialog alone.
    const remove = assistant.getByRole('button', { name: words.remove });
    await remove.click();
    await remove.dispatchEvent('keydown', { key: 'Escape' });
    await page.getByTestId('confirm').waitFor({ state: 'detached' });
    await remove.click();
    await page.getByTestId('confirm-yes').click();
    await kept.waitFor({ state: 'detached' });
    await assistant.getByRole('button', { name: words.stop }).click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('keeping').getByText(words.off).waitFor();
  });

  it('says when it could not be reached, and keeps the conversation', async () => {
    const { page, context } = await stage.openBrowser();
    await page.goto(stage.origin);
    await page.getByTestId('assistant-open').click();
    await page.getByTestId('assistant').waitFor();
    await context.setOffline(true);
    await ask(page, 'proof of residence');
    const turn = page.locator('[data-testid=assistant-turn][data-state=failed]');
    await turn.getByRole('alert').waitFor();
    await expect.poll(() => turn.getByText('proof of residence').count()).toBe(1);
  });
});
