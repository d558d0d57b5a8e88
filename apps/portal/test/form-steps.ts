import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Field, Form, PlainField } from '../../server/src/modules/registry/form-schema.ts';
import { advance, stepOf } from './apply-steps.ts';

/** Fills in any form of the registry, with answers that differ from field to field. */

type AnyField = Field | PlainField;

const texts = [
  ...['99112233', '88776655', '5012345678', 'УБ90010112', 'ЧЖ85061234', 'ҮӨ77123456'],
  ...['AB123456', 'E7654321', 'Altan Khaan 7', 'Хөх тэнгэр', 'Bayan Bulag', 'Мөнх хас'],
];
const dayMs = 24 * 3_600_000;

interface Sample {
  right: string | boolean;
  wrong: string | boolean;
  /** A part of the expected error text for the wrong answer. */
  says: RegExp | string;
  /** Fields of one kind share their checks, so one of them is enough. */
  kind: string;
}

export function createFiller() {
  let made = 0;
  const tried = new Set<string>();

  function sample(name: string, field: AnyField, values: readonly (string | boolean)[]): Sample {
    made += 1;
    if (field.type === 'boolean')
      return { right: values[0] ?? true, wrong: false, says: 'Tick this', kind: field.const ? 'tick' : '' };
    if (field.enum)
      return {
        right: values[0] ?? field.enum[made % field.enum.length] ?? '',
        wrong: '',
        says: 'Choose one',
        kind: field['x-widget'] === 'radio' ? '' : 'choice',
      };
    if (field.type !== 'string') {
      const { minimum = 0, maximum = 100 } = field;
      const right = field.type === 'integer' ? minimum + (made % 7) : Math.min(maximum, minimum + made);
      return { right: String(right), wrong: String(maximum + 1), says: String(maximum), kind: field.type };
    }
    if (field.format === 'date') {
      const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
      // A past day if tomorrow is not allowed, otherwise a future day.
      const right = field['x-latest'] === 'today' ? day(-1 - made) : day(1 + made);
      const isBounded = field['x-latest'] !== undefined;
      return { right, wrong: day(9 * 365), says: /future|on or before/, kind: isBounded ? 'date' : '' };
    }
    if (field.format === 'email')
      return { right: `b${made}@example.mn`, wrong: 'nobody', says: 'name@example.mn', kind: 'email' };
    const fits = (text: string) => field.pattern === undefined || new RegExp(field.pattern, 'u').test(text);
    const found = texts.filter(fits);
    const right = found[made % found.length];
    if (right === undefined) throw new Error(`no sample fits ${name}: ${field.pattern}`);
    const help = field['x-pattern-help']?.en;
    return help
      ? { right, wrong: '#', says: help, kind: `pattern ${field.pattern}` }
      : { right, wrong: ' ', says: 'Fill this in', kind: 'text' };
  }

  /** A value that leads to further questions or documents, if there is one. */
  const leadingValues = (form: Form, fields: Record<string, AnyField>, name: string) =>
    [...Object.values(fields), ...form['x-sections'], ...(form['x-papers'] ?? [])]
      .filter((each) => each['x-when']?.field === name)
      .flatMap((each) => each['x-when']?.is ?? []);

  async function put(page: Page, id: string, field: AnyField, value: string | boolean): Promise<void> {
    if (field['x-widget'] === 'radio') {
      const label = field['x-labels']?.[String(value)]?.en ?? '';
      await page.getByTestId(id).getByLabel(label, { exact: true }).check();
    } else if (field.enum) await page.getByTestId(id).selectOption(String(value));
    else if (typeof value === 'boolean') await page.getByTestId(id).setChecked(value);
    else await page.getByTestId(id).fill(value);
  }

  interface Place {
    id: string;
    field: AnyField;
    given: Sample;
  }

  /**
   * Fills one group of questions after the other, since each answer may lead to others. Returns the place of every
   * field.
   */
  async function fillGroup(
    page: Page,
    form: Form,
    group: { properties: Record<string, AnyField>; order: readonly string[] },
    path: (string | number)[],
  ): Promise<Place[]> {
    const places: Place[] = [];
    for (const name of group.order) {
      const field = group.properties[name];
      const id = ['answer', ...path, name].join('-');
      if (!field || (field['x-when'] && (await page.getByTestId(id).count()) === 0)) continue;
      if ('items' in field && field.items) {
        const { properties = {}, 'x-order': order = [] } = field.items;
        const inner = { properties, order };
        places.push(...(await fillGroup(page, form, inner, [...path, name, 0])));
        continue;
      }
      // What the eID says is shown and not asked.
      if ((await page.locator(`[data-testid="${id}"][data-known]`).count()) > 0) continue;
      const given = sample(name, field, leadingValues(form, group.properties, name));
      // Prefilled answers stay, because the server must accept them unchanged.
      const known = field['x-prefill'] ? await page.getByTestId(id).inputValue() : '';
      const right = known === '' ? given.right : known;
      await put(page, id, field, right);
      places.push({ id, field, given: { ...given, right } });
    }
    return places;
  }

  /** Enters one wrong answer of every untested kind at once, then corrects them. */
  async function tryWrong(page: Page, places: readonly Place[]): Promise<void> {
    const fresh = places.filter(({ field, given }) => {
      if (given.kind === '' || tried.has(given.kind) || (field['x-prefill'] && given.kind === 'text'))
        return false;
      tried.add(given.kind);
      return true;
    });
    if (fresh.length === 0) return;
    // The last field first: undoing a choice removes the fields that depend on it.
    for (const { id, field, given } of fresh.toReversed()) await put(page, id, field, given.wrong);
    await page.getByTestId('next').click();
    const links = page.getByTestId('error-summary').getByRole('link');
    await links.first().waitFor();
    for (const { id, given } of fresh) {
      const said = await page.getByTestId('error-summary').locator(`a[href="#${id}"]`).textContent();
      expect(said, id).toMatch(given.says);
    }
    for (const { id, field, given } of fresh) await put(page, id, field, given.right);
  }

  return {
    /** Sends the form of a service, from its first question to the receipt. */
    async send(page: Page, origin: string, service: { id: string; form: Form }): Promise<void> {
      const { form } = service;
      const current = page.getByTestId('apply-form');
      await page.goto(`${origin}/services/${service.id}/apply`);
      await stepOf(page, '1').waitFor();
      // The steps that are shown, because a section can be hidden.
      for (let key = '1'; key !== 'papers'; key = (await current.getAttribute('data-step')) ?? '') {
        const order = form['x-sections'][Number(key) - 1]?.fields ?? [];
        const places = await fillGroup(page, form, { properties: form.properties, order }, []);
        await tryWrong(page, places);
        await advance(page);
      }
      const inputs = page.locator('[data-testid^="paper-input-"]');
      const asked = await inputs.count();
      expect(asked).toBeGreaterThan(0);
      await page.getByTestId('next').click();
      await expect.poll(() => page.getByTestId('error-summary').getByRole('link').count()).toBe(asked);
      for (let index = 0; index < asked; index += 1) {
        const takesPdf = (await inputs.nth(index).getAttribute('accept'))?.includes('pdf');
        await inputs.nth(index).setInputFiles([
          takesPdf
            ? { name: `${index}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ') }
            : {
                name: `${index}.jpg`,
                mimeType: 'image/jpeg',
                buffer: Buffer.from('ffd8ffe000104a46', 'hex'),
              },
        ]);
        await expect.poll(() => page.getByTestId('draft-paper').count()).toBe(index + 1);
      }
      await advance(page);
      await stepOf(page, 'review').waitFor();
      await page.getByTestId('next').click();
      await page.getByTestId('receipt').waitFor();
    },
    tried,
  };
}
