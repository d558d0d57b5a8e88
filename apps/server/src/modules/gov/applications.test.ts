import { type FormSchema, findFact, findProblems, readBirthDate } from '@tamga/forms';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import { createPhone } from '../../../test/citizens.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { answersOf, loadPage } from '../../../test/page-answers.ts';
import { until } from '../../../test/until.ts';
import { localDay } from '../../kernel/local-day.ts';
import * as demoForms from '../registry/demo/forms.ts';
import { matchesPattern } from './services/pattern.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());

const audited = (action: string, target: string) =>
  stage.world.database.query('select 1 from audit_log where action = $1 and target = $2', [action, target]);

describe('applying for a service that an officer decides', () => {
  it('registers an application with a number, a deadline, a receipt and the person’s current name', async () => {
    const service = await stage.publish({ sla_hours: 48 });
    const { status, body } = await stage.apply('bold', service, { note: 'Яаралтай', payload: { size: 'M' } });
    expect(status).toBe(201);
    const { application, reference, auto_issued } = body.data;
    expect([reference, auto_issued]).toEqual([null, false]);
    const due = new Date(stage.world.clock.now().getTime() + 48 * 3_600_000).toISOString();
    expect(application).toMatchObject({
      service_id: service,
      service_name: 'Identity card order',
      status: 'registered',
      result: '',
      note: 'Яаралтай',
      payload: { size: 'M' },
      due_at: due,
      sla_breached: false,
      suspended: false,
      assigned: false,
      payment: 'none',
    });
    expect(application.reference_no).toMatch(/^APP-\d{4}-[1-9]\d{5}$/);
    expect(application).not.toHaveProperty('assigned_to');
    expect((await stage.row(application.id))['applicant']).toMatchObject({ civil_id: '101485031512' });
    const timeline = await stage.get('bold', `/gov/applications/${application.id}/timeline`);
    expect(timeline.body.data.items).toMatchObject([
      { actor_role: 'user', from_status: '', to_status: 'registered', type: 'created' },
    ]);
    expect((await stage.notifications('bold'))[0]).toMatchObject({
      title: 'Application received',
      category: 'info',
    });
    expect(await audited('gov.application.create', application.id)).toHaveLength(1);
  });

  it('answers in the caller’s language, including Mongolian', async () => {
    const service = await stage.publish();
    const made = await createCaller(stage.server.url).post(
      '/api/v1/gov/applications',
      { service_id: service },
      { token: stage.people.bold.token, headers: { 'accept-language': 'mn' } },
    );
    expect(made.body.data.application.service_name).toBe('Иргэний үнэмлэх захиалах');
  });

  it('uses the manual lane when a flag requires judgement, even if the service row says automatic', async () => {
    for (const flag of [{ has_discretion: true }, { has_assessment: true }]) {
      const service = await stage.publish({
        fulfilment: 'auto',
        has_discretion: false,
        has_assessment: false,
        output_ref_type: 'tax',
        ...flag,
      });
      const { body } = await stage.apply('bold', service);
      expect([body.data.application.status, body.data.auto_issued]).toEqual(['registered', false]);
    }
  });

  it('is rejected for a withdrawn or unknown service', async () => {
    const service = await stage.publish();
    await stage.world.database.query(
      `update gov_services set enabled = false, lifecycle = 'withdrawn', version = version + 1 where id = $1`,
      [service],
    );
    const withdrawn = await stage.apply('bold', service);
    expect([withdrawn.status, withdrawn.body.error]).toEqual([400, 'service_inactive']);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'not-an-id'])
      expect((await stage.apply('bold', id)).status).toBe(id === 'not-an-id' ? 422 : 404);
  });

  it('is idempotent under the same key', async () => {
    const service = await stage.publish();
    const again = () =>
      createCaller(stage.server.url).post(
        '/api/v1/gov/applications',
        { service_id: service },
        { token: stage.people.bold.token, headers: { 'idempotency-key': 'apply-once' } },
      );
    const [first, second] = [await again(), await again()];
    expect(second.body.data.application.id).toBe(first.body.data.application.id);
  });

  it('draws another number when one is taken, and a longer number when the year is full', async () => {
    const service = await stage.publish();
    const first = (await stage.apply('bold', service)).body.data.application.reference_no;
    // The stub makes the first draws return a taken number.
    const takeDraws = async (count: number) => {
      await stage.world.database.query(`
        create sequence if not exists tamga.draws;
        select setval('tamga.draws', 1, false);
        create or replace function tamga.take_draws() returns trigger language plpgsql security definer as $$
          begin
            if nextval('tamga.draws') <= ${count} then new.reference_no := '${first}'; end if;
            return new;
          end $$;
        create or replace trigger take_draws before insert on tamga.gov_applications
          for each row execute function tamga.take_draws();`);
      return (await stage.apply('bold', service)).body.data.application.reference_no;
    };
    expect(await takeDraws(3)).toMatch(/^APP-\d{4}-\d{6}$/);
    expect(await takeDraws(12)).toMatch(/^APP-\d{4}-\d{9}$/);
    await stage.world.database.query('drop trigger take_draws on tamga.gov_applications');
  });
});

describe('applying for an automatic service', () => {
  it('issues the certificate in the same answer', async () => {
    const service = await stage.publish({
      fulfilment: 'auto',
      has_discretion: false,
      has_assessment: false,
      output_ref_type: 'tax',
      sla_hours: 0,
    });
    const { body } = await stage.apply('bold', service);
    const { application, reference, auto_issued } = body.data;
    expect(application).toMatchObject({
      status: 'completed',
      result: 'processed',
      due_at: null,
      output_ref_id: reference.id,
    });
    expect([auto_issued, reference.type, reference.status]).toEqual([true, 'tax', 'issued']);
    expect(reference.data.holder.civil_id).toBe('101485031512');
    expect(application.decided_at).toBe(stage.world.clock.now().toISOString());
    expect((await stage.timeline(application.id)).map(({ type }) => type)).toEqual(['auto_fulfilled']);
    expect((await stage.notifications('bold'))[0]).toMatchObject({
      title: 'Application fulfilled',
      category: 'success',
    });
    const { items } = (await stage.get('bold', '/gov/references')).body.data;
    expect(items[0].id).toBe(reference.id);
  });

  it('survives an outage of the state register: the application waits and is issued later', async () => {
    const service = await stage.publish({
      fulfilment: 'auto',
      has_discretion: false,
      has_assessment: false,
      output_ref_type: 'birth',
      sla_hours: 0,
    });
    await createPhone(stage.world.sandbox).fault('registry_down', 2);
    const { status, body } = await stage.apply('bold', service);
    expect(status).toBe(201);
    const { application, reference, auto_issued } = body.data;
    expect([application.status, reference, auto_issued]).toEqual(['submitted', null, false]);
    expect((await stage.notifications('bold'))[0]).toMatchObject({ title: 'Waiting for the state register' });
    await stage.runJob('gov.applications.issue');
    expect((await stage.row(application.id))['status']).toBe('submitted');
    stage.world.clock.advance(61_000);
    await stage.runJob('gov.applications.issue');
    expect(await stage.row(application.id)).toMatchObject({ status: 'completed', result: 'processed' });
    expect((await stage.notifications('bold')).slice(0, 2).map(({ title }) => title)).toEqual([
      'Application fulfilled',
      'Waiting for the state register',
    ]);
  });
});

describe('own applications', () => {
  it('are listed newest first by cursor and state, without those of other people', async () => {
    const before = (await stage.get('sarnai', '/gov/applications')).body.data.items.length;
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1)
      ids.unshift(await stage.place('sarnai', at % 2 ? 'rejected' : 'in_review'));
    const seen: string[] = [];
    let next = '';
    do {
      const page = await stage.get('sarnai', `/gov/applications?limit=2${next && `&cursor=${next}`}`);
      seen.push(...page.body.data.items.map((item: { id: string }) => item.id));
      expect(page.body.data.total).toBe(before + 5);
      next = page.body.data.next ?? '';
    } while (next !== '');
    expect(seen.slice(0, 5)).toEqual(ids);
    expect(seen).toHaveLength(before + 5);
    const rejected = await stage.get('sarnai', '/gov/applications?status=rejected');
    expect(rejected.body.data.items.map((item: { status: string }) => item.status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(rejected.body.data.total).toBe(2);
    expect((await stage.get('sarnai', '/gov/applications?status=lost')).status).toBe(422);
    const find = async (q: string) =>
      (await stage.get('sarnai', `/gov/applications?${new URLSearchParams({ q })}`)).body.data.items;
    const [{ id, reference_no }] = rejected.body.data.items;
    expect((await find(reference_no.slice(4).toLowerCase())).map((each: { id: string }) => each.id)).toEqual([
      id,
    ]);
    expect(await find('100%')).toEqual([]);
    expect((await stage.get('bold', `/gov/applications?q=${reference_no}`)).body.data.items).toEqual([]);
  });
});

describe('the answers of an application', () => {
  const form = {
    type: 'object',
    required: ['phone', 'size'],
    properties: {
      phone: { type: 'string', pattern: '^\\d{8}$', maxLength: 8 },
      size: { type: 'string', enum: ['S', 'M'] },
      copies: { type: 'integer', minimum: 1, maximum: 3 },
      'x-y': { type: 'string' },
    },
    'x-sections': [{ fields: ['phone'] }],
  };

  it('are checked against the service’s form, and every wrong answer is named', async () => {
    const service = await stage.publish({ form });
    const refused = await stage.apply('bold', service, {
      payload: { phone: '12', copies: 9, colour: 'red' },
    });
    expect([refused.status, refused.body.error]).toEqual([422, 'validation_failed']);
    const named = refused.body.data.errors.map((error: { field: string; tag: string }) => [
      error.field,
      error.tag,
    ]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['payload.size', 'required'],
        ['payload.phone', 'custom'],
        ['payload.copies', 'max'],
        ['payload.colour', 'unknown_field'],
      ]),
    );
    expect((await stage.apply('bold', service)).status).toBe(422);
    const fits = await stage.apply('bold', service, { payload: { phone: '99112233', size: 'M' } });
    expect(fits.status).toBe(201);
    await stage.post('officer', `/gov/officer/queue/${fits.body.data.application.id}/request-info`, {
      note: '?',
    });
    const merged = await stage.post(
      'bold',
      `/gov/applications/${fits.body.data.application.id}/provide-info`,
      {
        payload: { size: 'XXL' },
      },
    );
    expect([merged.status, merged.body.data.errors?.[0]?.field]).toEqual([422, 'payload.size']);
  });

  it('are checked against the pattern of each field, with the error text of that field', async () => {
    const pattern = (text: string, help: string) => ({
      type: 'string',
      pattern: text,
      'x-pattern-help': { mn: `mn ${help}`, en: help },
    });
    const service = await stage.publish({
      form: {
        type: 'object',
        properties: {
          register: pattern('^[А-ЯЁӨҮ]{2}[0-9]{8}$', 'Two letters and eight digits'),
          phone: pattern('^[0-9]{8}$', 'Eight digits'),
        },
      },
    });
    const right = { register: 'УБ90010112', phone: '99112233' };
    expect((await stage.apply('bold', service, { payload: right })).status).toBe(201);
    const crossed = await stage.apply('bold', service, {
      payload: { register: right.phone, phone: right.register },
    });
    expect([crossed.status, crossed.body.data.errors]).toEqual([
      422,
      [
        expect.objectContaining({
          field: 'payload.register',
          message: expect.stringContaining('Two letters and eight digits'),
        }),
        expect.objectContaining({ field: 'payload.phone', message: expect.stringContaining('Eight digits') }),
      ],
    ]);
  });

  it('must keep date bounds and must not answer a hidden question', async () => {
    const service = await stage.publish({
      form: {
        type: 'object',
        properties: {
          examined: { type: 'string', format: 'date', 'x-earliest': 'today-P12M', 'x-latest': 'today' },
          glasses: { type: 'boolean' },
          lens: { type: 'string', 'x-when': { field: 'glasses', is: [true] }, 'x-required': true },
        },
      },
    });
    const day = (years: number) => {
      const now = stage.world.clock.now();
      return new Date(now.setUTCFullYear(now.getUTCFullYear() + years)).toISOString().slice(0, 10);
    };
    for (const [payload, field, tag] of [
      [{ examined: day(9) }, 'payload.examined', 'max'],
      [{ examined: day(-2) }, 'payload.examined', 'min'],
      [{ glasses: true }, 'payload.lens', 'required'],
      [{ glasses: false, lens: 'x' }, 'payload.lens', 'unknown_field'],
      [{ lens: 'x' }, 'payload.lens', 'unknown_field'],
    ] as const) {
      const { status, body } = await stage.apply('bold', service, { payload });
      expect([status, body.data.errors.length, body.data.errors[0]]).toEqual([
        422,
        1,
        expect.objectContaining({ field, tag, message: expect.stringMatching(/\S/) }),
      ]);
    }
    const right = { examined: day(0), glasses: true, lens: 'x' };
    expect((await stage.apply('bold', service, { payload: right })).status).toBe(201);
  });

  it('are accepted if the page finds no fault, and otherwise refused with the faults of the page', async () => {
    const page = await loadPage();
    const say = (en: string) => ({ mn: en, en });
    const others: FormSchema = {
      type: 'object',
      required: ['initials', 'rate'],
      properties: {
        initials: { type: 'string', 'x-title': say('Initials'), minLength: 4, maxLength: 9 },
        rate: { type: 'number', 'x-title': say('Rate'), minimum: 0.5, maximum: 9 },
        children: {
          type: 'array',
          'x-title': say('Children'),
          minItems: 2,
          maxItems: 3,
          items: {
            type: 'object',
            properties: {
              born: { type: 'string', format: 'date', 'x-title': say('Born'), 'x-latest': 'today' },
            },
            required: ['born'],
            'x-order': ['born'],
          },
        },
      },
      'x-sections': [{ 'x-title': say('All'), fields: ['initials', 'rate', 'children'] }],
    };
    const seen = { accepted: 0, rules: new Set<string>() };
    const [bold] = await stage.world.database.query<{
      last_name: string;
      first_name: string;
      national_id: string;
    }>('select last_name, first_name, national_id from users where id = $1', [stage.people.bold.userId]);
    const facts = { ...bold, birth_date: readBirthDate(bold?.national_id ?? '') ?? '' };
    for (const { 'x-papers': _papers, ...asked } of [...Object.values(demoForms), others] as FormSchema[]) {
      const service = await stage.publish({ form: asked });
      const now = stage.world.clock.now();
      const few = Object.keys(asked.properties ?? {}).length < 5;
      const samples = fc.sample(answersOf(asked, localDay(now)), { numRuns: few ? 40 : 8, seed: 1 });
      for (const sample of samples) {
        stage.world.clock.advance(2000);
        // What the eID says is shown and not asked.
        const answers = Object.fromEntries(
          Object.entries(sample).map(([name, value]) => [
            name,
            findFact(asked.properties?.[name] ?? {}, facts) ?? value,
          ]),
        );
        const payload = page.writePayload(asked, answers);
        const faults = page.findFaults(asked, answers, { language: 'en', now, facts });
        const { status, body } = await stage.apply('bold', service, { payload });
        const refused = status === 422 ? page.placeServerFaults(asked, body.data.errors, '').answers : {};
        expect([status, refused], JSON.stringify(answers)).toEqual([
          Object.keys(faults).length === 0 ? 201 : 422,
          faults,
        ]);
        if (status === 201) seen.accepted += 1;
        const problems = findProblems(asked, JSON.parse(JSON.stringify(payload)), {
          today: localDay(now),
          matches: matchesPattern,
          facts,
        });
        for (const { rule } of problems) seen.rules.add(rule);
      }
    }
    expect(seen.accepted).toBeGreaterThan(20);
    expect([...seen.rules].toSorted()).toEqual([
      ...['const', 'format', 'maxItems', 'maxLength', 'maximum', 'minItems', 'minLength', 'minimum'],
      ...['pattern', 'required', 'type', 'x-earliest', 'x-latest'],
    ]);
  });

  it('are checked against the current form, also after it changed', async () => {
    const passport_id = '11111111-1111-4111-8111-111111111111';
    const service = await stage.publish({ passport_id, code: 'T-FORM' });
    expect((await stage.apply('bold', service)).status).toBe(201);
    const again = await stage.publish({ passport_id, code: 'T-FORM', form });
    expect(again).toBe(service);
    expect((await stage.apply('bold', service)).status).toBe(422);
  });

  it('are limited to 64 KiB and to values that can be stored', async () => {
    const service = await stage.publish();
    const big = await stage.apply('bold', service, { payload: { a: 'a'.repeat(65 * 1024) } });
    expect([big.status, big.body.error]).toEqual([413, 'payload_too_large']);
    expect((await stage.apply('bold', service, { payload: { a: 'a'.repeat(60 * 1024) } })).status).toBe(201);
    const nest = (levels: number): unknown[] => (levels === 1 ? [] : [nest(levels - 1)]);
    expect((await stage.apply('bold', service, { payload: { a: nest(31), b: [-0, 1e-20] } })).status).toBe(
      201,
    );
    for (const payload of [
      { a: 'x\u0000y' },
      { 'a\u0000': 1 },
      { a: '\ud800' },
      { a: nest(32) },
      { a: nest(100) },
      // PostgreSQL would write each with three hundred digits.
      { a: [1e308] },
      { a: -1e-300 },
    ]) {
      expect((await stage.apply('bold', service, { payload })).status).toBe(422);
      expect((await stage.call('bold', 'PUT', `/gov/drafts/${service}`, { payload })).status).toBe(422);
    }
    // Deeper nesting is rejected before it is parsed.
    const deep = await stage.apply('bold', service, { payload: { a: nest(3000) } });
    expect([deep.status, deep.body.error]).toEqual([400, 'bad_request']);
    for (const note of ['x\u0000y', '\udc00'])
      expect((await stage.apply('bold', service, { note })).status).toBe(422);
    for (const body of [{ payload: [] }, { payload: 'x' }, { more: 1 }, { note: 'a'.repeat(2001) }])
      expect((await stage.apply('bold', service, body)).status).toBe(422);
  });
});

describe('a draft', () => {
  it('is saved, resumed, and deleted when the application is sent', async () => {
    const service = await stage.publish();
    const path = `/gov/drafts/${service}`;
    expect((await stage.get('bold', path)).status).toBe(404);
    await stage.call('bold', 'PUT', path, { payload: { step: 1 } });
    const saved = await stage.call('bold', 'PUT', path, { payload: { step: 2, half: '' }, note: 'дутуу' });
    expect(saved.status).toBe(200);
    expect((await stage.get('bold', path)).body.data).toMatchObject({
      payload: { step: 2, half: '' },
      note: 'дутуу',
      step: 'answers',
      field: '',
    });
    const { items, total } = (await stage.get('bold', '/gov/drafts')).body.data;
    expect([items.length, total]).toEqual([1, 1]);
    expect(items[0]).toMatchObject({ service_id: service, service_name: 'Identity card order' });
    expect((await stage.get('sarnai', '/gov/drafts')).body.data).toEqual({ items: [], total: 0 });
    expect((await stage.get('sarnai', path)).status).toBe(404);
    expect((await stage.call('sarnai', 'DELETE', path)).status).toBe(404);
    await stage.apply('bold', service);
    expect((await stage.get('bold', path)).status).toBe(404);
  });

  it('of a service that is no longer offered is listed, read and deleted, and neither changed nor sent', async () => {
    const service = await stage.publish();
    const path = `/gov/drafts/${service}`;
    await stage.call('bold', 'PUT', path, { payload: { half: 'words' } });
    const listed = async () =>
      (await stage.get('bold', '/gov/drafts')).body.data.items.find(
        ({ service_id }: { service_id: string }) => service_id === service,
      );
    expect((await listed()).is_offered).toBe(true);
    await stage.world.database.query(
      `update gov_services set enabled = false, lifecycle = 'withdrawn', version = version + 1 where id = $1`,
      [service],
    );
    expect((await listed()).is_offered).toBe(false);
    const refused = await stage.call('bold', 'PUT', path, { payload: { half: 'more' } });
    expect([refused.status, refused.body.error]).toEqual([400, 'service_inactive']);
    expect((await stage.get('bold', path)).body.data.payload).toEqual({ half: 'words' });
    expect((await stage.call('bold', 'DELETE', path)).status).toBe(200);
    expect(await listed()).toBeUndefined();
  });

  it('is deleted on request, limited in size, and only for active services', async () => {
    const service = await stage.publish();
    const path = `/gov/drafts/${service}`;
    await stage.call('bold', 'PUT', path, { payload: {} });
    expect((await stage.call('bold', 'DELETE', path)).status).toBe(200);
    expect((await stage.call('bold', 'DELETE', path)).status).toBe(404);
    const big = await stage.call('bold', 'PUT', path, { payload: { a: 'a'.repeat(65 * 1024) } });
    expect(big.status).toBe(413);
    const unknown = '/gov/drafts/00000000-0000-4000-8000-000000000000';
    expect((await stage.call('bold', 'PUT', unknown, { payload: {} })).status).toBe(404);
  });

  it('stores the person’s position, and records one event per revision without its content', async () => {
    const service = await stage.publish();
    const path = `/gov/drafts/${service}`;
    const first = await stage.call('bold', 'PUT', path, { payload: { a: 'secret' } });
    const place = { step: 'papers', field: 'founders.0.share' };
    const second = await stage.call('bold', 'PUT', path, { payload: { a: 'secret' }, ...place });
    // Saving the same content again creates no revision.
    const third = await stage.call('bold', 'PUT', path, { payload: { a: 'secret' }, ...place });
    expect(third.body.data).toEqual(second.body.data);
    expect((await stage.get('bold', path)).body.data).toMatchObject({ ...place, revision: 2 });
    const dropped = await stage.call('bold', 'DELETE', path);
    const left = await Promise.all(
      [first, second, third, dropped].map((answer) =>
        stage.world.database.query<{ action: string; actor_user_id: string; metadata: object }>(
          'select action, actor_user_id, metadata from audit_log where request_id = $1',
          [answer.body.request_id],
        ),
      ),
    );
    const mine = { actor_user_id: stage.people.bold.userId };
    expect(left).toEqual([
      [{ ...mine, action: 'gov.draft.save', metadata: { service_id: service, revision: 1 } }],
      [{ ...mine, action: 'gov.draft.save', metadata: { service_id: service, revision: 2 } }],
      [],
      [{ ...mine, action: 'gov.draft.drop', metadata: { service_id: service, files: 0 } }],
    ]);
    for (const wrong of [
      { step: 'elsewhere' },
      { field: '../x' },
      { field: 'a'.repeat(201) },
      { revision: -1 },
    ])
      expect((await stage.call('bold', 'PUT', path, { payload: {}, ...wrong })).status).toBe(422);
  });

  it('is not overwritten, sent over or brought back by a page that has not seen its last revision', async () => {
    const service = await stage.publish();
    const path = `/gov/drafts/${service}`;
    const put = (payload: object, revision: number) => stage.call('bold', 'PUT', path, { payload, revision });
    const send = (payload: object, draft_revision: number) =>
      stage.call('bold', 'POST', '/gov/applications', { service_id: service, payload, draft_revision });
    expect((await put({ a: 'first tab' }, 0)).body.data.revision).toBe(1);
    const second = await put({ a: 'second tab' }, 0);
    expect([second.status, second.body.error]).toEqual([409, 'draft_changed']);
    expect(second.body.data.draft).toMatchObject({ payload: { a: 'first tab' }, revision: 1 });
    // A save whose answer was lost is repeated with the old revision; its content is the same.
    expect((await put({ a: 'first tab' }, 0)).body.data.revision).toBe(1);
    expect((await put({ a: 'both' }, 1)).body.data.revision).toBe(2);
    const over = await send({ a: 'first tab' }, 1);
    expect([over.status, over.body.data.draft.payload]).toEqual([409, { a: 'both' }]);
    expect((await send({ a: 'both' }, 2)).status).toBe(201);
    for (const late of [await put({ a: 'late' }, 2), await send({ a: 'late' }, 2)])
      expect([late.status, late.body.data]).toEqual([409, { draft: null }]);
    expect((await stage.get('bold', path)).status).toBe(404);
    const found = async (query: string) =>
      (await stage.get('bold', `/gov/applications?service_id=${service}${query}`)).body.data.items.length;
    expect([await found(''), await found('&open=true')]).toEqual([1, 1]);
    await stage.world.database.query(
      `update gov_applications set status = 'rejected' where service_id = $1`,
      [service],
    );
    expect([await found(''), await found('&open=true')]).toEqual([1, 0]);
  });
});

describe('the list of services', () => {
  const names = async (query = '') =>
    (
      await stage.get('bold', `/gov/services?category=${encodeURIComponent('Эрэмбэ')}${query}`)
    ).body.data.items.map((item: { name: string }) => item.name);

  it('is sorted by the Mongolian alphabet and searchable by words, life event and category', async () => {
    const category = 'Эрэмбэ';
    const birth = { code: 'BIRTH', name: 'Төрөлт', kind: 'life' as const, eu_code: 'BIR', en_label: 'Birth' };
    for (const [name, events] of [
      ['Пүрэв', []],
      ['Өргөдөл', [birth]],
      ['Орлого', []],
      ['Үнэ', [birth]],
      ['Ургамал', []],
    ] as const)
      await stage.publish({ name, name_en: '', category, life_events: [...events] });
    await until(async () => (await names()).length === 5);
    expect(await names()).toEqual(['Орлого', 'Өргөдөл', 'Пүрэв', 'Ургамал', 'Үнэ']);
    expect(await names('&life_event=BIRTH')).toEqual(['Өргөдөл', 'Үнэ']);
    expect(await names(`&q=${encodeURIComponent('ӨРГӨ')}`)).toEqual(['Өргөдөл']);
    expect((await stage.get('bold', '/gov/services?colour=red')).status).toBe(422);
    expect((await createCaller(stage.server.url).get('/api/v1/gov/services')).status).toBe(401);
  });

  it('shows one service with its form, the questions in order', async () => {
    const form = { type: 'object', properties: { b: { type: 'string' }, a: { type: 'string' } } };
    const service = await stage.publish({ form });
    const shown = await callUntil(200, () => stage.get('bold', `/gov/services/${service}`));
    expect(Object.keys(shown.body.data.form.properties)).toEqual(['b', 'a']);
    expect((await stage.get('bold', '/gov/services/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('shows the form of a withdrawn service to its applicants', async () => {
    const form = { type: 'object', properties: { a: { type: 'string' } } };
    const service = await stage.publish({ form });
    await stage.world.database.query(
      `with withdrawn as (
         update gov_services set enabled = false, lifecycle = 'withdrawn', version = version + 1 where id = $1)
       insert into bus_events (channel, payload) values ('gov.services', '{}')`,
      [service],
    );
    const shown = async () => (await stage.get('bold', `/gov/services/${service}`)).body.data;
    await until(async () => (await shown()).enabled === false);
    expect(await shown()).toMatchObject({ lifecycle: 'withdrawn', form });
    const { items } = (await stage.get('bold', '/gov/services')).body.data;
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(service);
  });

  it('rejects a code that belongs to another passport', async () => {
    await stage.publish({ code: 'T-TAKEN' });
    await expect(stage.publish({ code: 'T-TAKEN' })).rejects.toThrow('code_exists');
  });
});

describe('collecting a result', () => {
  it('is booked at the chosen office, not before the result is ready, and only by the applicant', async () => {
    const say = (text: string) => ({ mn: text, en: text });
    const service = await stage.publish({
      form: {
        type: 'object',
        properties: {
          at: {
            type: 'string',
            enum: ['east'],
            'x-labels': { east: { mn: 'Зүүн салбар', en: 'East office' } },
            'x-places': { east: { address: say('Street 1') } },
          },
        },
        'x-collect': { office: 'at', ready_days: 5 },
      },
    });
    const made = await stage.apply('bold', service, { payload: { at: 'east' } });
    const application_id: string = made.body.data.application.id;
    const now = stage.world.clock.now();
    const slotOf = async (days: number): Promise<string> => {
      const day = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
      const path = `/gov/appointments/slots?date=${day}&service_id=${service}`;
      return (await stage.get('bold', path)).body.data.items[0]?.starts_at ?? slotOf(days + 1);
    };
    const book = (who: 'bold' | 'sarnai', scheduled_at: string) =>
      stage.post(who, '/gov/appointments', { scheduled_at, application_id });
    const [early, late] = [await slotOf(1), await slotOf(8)];
    expect((await book('bold', late)).status).toBe(404);
    await stage.world.database.query(
      `update gov_applications set status = 'approved', result = 'granted', decided_at = $2 where id = $1`,
      [application_id, now],
    );
    expect((await book('sarnai', late)).status).toBe(404);
    const refused = await book('bold', early);
    expect([refused.status, refused.body.error]).toEqual([409, 'not_ready']);
    const booked = await book('bold', late);
    expect([booked.status, booked.body.data]).toEqual([
      201,
      expect.objectContaining({ application_id, service_id: service, location: 'East office, Street 1' }),
    ]);
    const inMongolian = { token: stage.people.bold.token, headers: { 'accept-language': 'mn' } };
    const listed = await createCaller(stage.server.url).get('/api/v1/gov/appointments', inMongolian);
    expect(listed.body.data.items).toMatchObject([{ location: 'Зүүн салбар, Street 1' }]);
    const read = () => stage.get('officer', `/gov/officer/queue/${application_id}`);
    expect((await read()).body.data).toMatchObject({
      register: null,
      collection: { at: late, office: 'East office, Street 1' },
    });
    const second = await book('bold', await slotOf(9));
    expect([second.status, second.body.error]).toEqual([409, 'collection_booked']);
    await stage.post('bold', `/gov/appointments/${booked.body.data.id}/cancel`);
    expect((await read()).body.data.collection).toBeNull();
    // Delivered earlier: the appointment ends with the case, and its place is free.
    const free = async () =>
      (
        await stage.get('bold', `/gov/appointments/slots?date=${late.slice(0, 10)}&service_id=${service}`)
      ).body.data.items.find((slot: { starts_at: string }) => slot.starts_at === late).free;
    const before = await free();
    const again = (await book('bold', late)).body.data.id;
    expect(await free()).toBe(before - 1);
    expect((await stage.post('officer', `/gov/officer/queue/${application_id}/complete`, {})).status).toBe(
      200,
    );
    expect(await free()).toBe(before);
    const mine = (await stage.get('bold', '/gov/appointments')).body.data.items;
    expect(mine.find(({ id }: { id: string }) => id === again).status).toBe('cancelled');
    const ended = await stage.world.database.query(
      `select id from audit_log where action = 'gov.appointment.end' and target = $1`,
      [again],
    );
    expect(ended).toHaveLength(1);
    expect((await book('bold', late)).status).toBe(404);
  });
});

describe('the services that a person was granted', () => {
  const listOf = async (who: 'bold' | 'sarnai' | 'officer') =>
    (await stage.get(who, '/gov/granted-services')).body.data.items.filter(
      ({ service_code }: { service_code: string }) => service_code.startsWith('GRANT-'),
    );

  it('name the newest approved application of each service, and nobody else’s', async () => {
    const place = (who: 'bold' | 'sarnai', status: string, service_code: string) =>
      stage.place(who, status, { service_code });
    await place('bold', 'completed', 'GRANT-1');
    const newest = await place('bold', 'completed', 'GRANT-1');
    const approved = await place('bold', 'approved', 'GRANT-2');
    await place('bold', 'rejected', 'GRANT-3');
    await place('bold', 'in_review', 'GRANT-4');
    await place('sarnai', 'completed', 'GRANT-5');
    expect(await listOf('bold')).toEqual([
      { service_code: 'GRANT-1', application_id: newest },
      { service_code: 'GRANT-2', application_id: approved },
    ]);
    expect(await listOf('officer')).toEqual([]);
    expect((await createCaller(stage.server.url).get('/api/v1/gov/granted-services')).status).toBe(401);
  });
});
