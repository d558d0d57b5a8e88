import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());

const phone = { type: 'string', maxLength: 8, 'x-title': { mn: 'Утас', en: 'Phone' } };
const place = {
  type: 'string',
  enum: ['west', 'east'],
  'x-title': { mn: 'Авах газар', en: 'Where to collect' },
  'x-labels': { west: { mn: 'Баруун', en: 'West' }, east: { mn: 'Зүүн', en: 'East' } },
};
const photo = {
  key: 'photo',
  'x-title': { mn: 'Цээж зураг', en: 'Portrait' },
  required: false,
};
const section = (fields: string[]) => [{ 'x-title': { mn: 'Асуулт', en: 'Questions' }, fields }];
const asked = {
  type: 'object',
  properties: { phone, place },
  required: ['place'],
  'x-sections': section(['phone', 'place']),
  'x-papers': [photo],
};
const shorter = { type: 'object', properties: { phone }, 'x-sections': section(['phone']) };

/** A service that is published again with other facts; gives the id and the versions. */
async function publishTwice(first: object, second: object) {
  const passport = { passport_id: crypto.randomUUID(), code: `V-${crypto.randomUUID().slice(0, 8)}` };
  const id = await stage.publish({ ...passport, ...first, passport_version: 1 } as never);
  return { id, again: () => stage.publish({ ...passport, ...second, passport_version: 2 } as never) };
}

describe('a service that changes before an application is sent', () => {
  it('refuses what was agreed to for another fee, keeps the draft, and takes the version that is published', async () => {
    const { id, again } = await publishTwice(
      { form: asked, fee: 26_000, payment_required_before: 'review' },
      { form: asked, fee: 50_000, payment_required_before: 'review' },
    );
    const payload = { phone: '99112233', place: 'west' };
    const draft = { payload, revision: 0, service_version: 1 };
    const saved = await stage.call('bold', 'PUT', `/gov/drafts/${id}`, draft);
    expect([saved.status, saved.body.data.service_version]).toEqual([200, 1]);
    expect((await stage.get('bold', `/gov/services/${id}`)).body.data).toMatchObject({
      version: 1,
      fee: 26_000,
    });
    await again();
    const sent = { payload, draft_revision: saved.body.data.revision };
    const refused = await stage.apply('bold', id, { ...sent, service_version: 1 });
    expect([refused.status, refused.body.error, refused.body.data]).toEqual([
      409,
      'service_changed',
      { service_version: 2 },
    ]);
    expect((await stage.get('bold', `/gov/drafts/${id}`)).body.data).toMatchObject({
      payload,
      service_version: 1,
    });
    const open = await stage.get('bold', `/gov/applications?service_id=${id}`);
    expect(open.body.data.items).toEqual([]);
    const taken = await stage.apply('bold', id, { ...sent, service_version: 2 });
    expect([taken.status, taken.body.data.application]).toEqual([
      201,
      expect.objectContaining({ fee: 50_000, payment: 'pending', service_version: 2 }),
    ]);
    // A version that was never published is none that anybody saw.
    expect((await stage.apply('sarnai', id, { payload, service_version: 9 })).status).toBe(409);
    expect((await stage.apply('sarnai', id, { payload, service_version: 0 })).status).toBe(422);
    // A program that names no version works as before.
    expect((await stage.apply('sarnai', id, { payload })).status).toBe(201);
  });

  it('says so before it complains about answers to questions that are gone, and shows both versions', async () => {
    const { id, again } = await publishTwice({ form: asked }, { form: shorter, fee: 900 });
    await again();
    const refused = await stage.apply('bold', id, { payload: { place: 'west' }, service_version: 1 });
    expect([refused.status, refused.body.error]).toEqual([409, 'service_changed']);
    const at = async (version: number) => {
      const { status, body } = await stage.get('bold', `/gov/services/${id}?version=${version}`);
      return status === 200
        ? [body.data.version, body.data.fee, Object.keys(body.data.form.properties)]
        : status;
    };
    expect(await at(1)).toEqual([1, 0, ['phone', 'place']]);
    expect(await at(2)).toEqual([2, 900, ['phone']]);
    expect(await at(3)).toBe(404);
    expect((await stage.get('bold', `/gov/services/${id}`)).body.data.version).toBe(2);
  });
});

describe('an application whose service changed after it was sent', () => {
  const open = async (second: object) => {
    const { id: service, again } = await publishTwice({ form: asked }, second);
    const made = await stage.apply('bold', service, { payload: { phone: '99112233', place: 'west' } });
    const { id } = made.body.data.application as { id: string };
    await again();
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'Утас?' });
    const give = (payload: object) => stage.post('bold', `/gov/applications/${id}/provide-info`, { payload });
    return { id, service, give };
  };

  it('keeps the answer to a removed question when the applicant changes another', async () => {
    const { id, give } = await open({ form: shorter });
    expect((await give({ place: null })).status).toBe(422);
    expect((await give({ place: 'nowhere' })).status).toBe(422);
    const given = await give({ phone: '88112233' });
    expect([given.status, given.body.data.payload, given.body.data.service_version]).toEqual([
      200,
      { phone: '88112233', place: 'west' },
      1,
    ]);
    const timeline = await stage.get('bold', `/gov/applications/${id}/timeline`);
    expect(
      timeline.body.data.items.flatMap(({ changes }: { changes: { field: string }[] }) => changes),
    ).toEqual([{ field: 'phone', before: '99112233' }]);
  });

  it('is not asked for what only the new form asks, and still takes the papers it asked for', async () => {
    const { id, give } = await open({
      form: {
        ...shorter,
        properties: { phone, income: { type: 'integer' } },
        required: ['income'],
        'x-papers': [{ key: 'proof', 'x-title': { mn: 'Баримт', en: 'Proof' }, required: true }],
      },
    });
    const upload = (slot: string) =>
      fetch(`${stage.server.url}/api/v1/gov/applications/${id}/files?name=a.png&slot=${slot}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stage.people.bold.token}`, 'content-type': 'image/png' },
        body: Buffer.from('iVBORw0KGgo=', 'base64'),
      });
    const refusals = await Promise.all(['photo', 'proof'].map(async (slot) => (await upload(slot)).status));
    expect(refusals[1]).toBe(422);
    expect(refusals[0]).not.toBe(422);
    expect((await give({ phone: '88112233' })).status).toBe(200);
  });

  it('is shown to the officer with the form it was sent with', async () => {
    const { id } = await open({ form: shorter });
    const opened = await stage.get('officer', `/gov/officer/queue/${id}`);
    expect(opened.body.data.service).toMatchObject({ version: 1, form: asked });
  });

  it('keeps stored answers even where no version is known', async () => {
    const service = await stage.publish({ form: shorter } as never);
    const id = await stage.place('bold', 'info_required', {
      service_id: service,
      payload: { phone: '99112233', place: 'west' },
    });
    const give = (payload: object) => stage.post('bold', `/gov/applications/${id}/provide-info`, { payload });
    const dropped = await give({ phone: '88112233', place: null });
    expect([dropped.status, dropped.body.data.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'payload.place', tag: 'unknown_field' })],
    ]);
    expect((await give({ place: 'east' })).status).toBe(422);
    expect((await give({ phone: '88112233' })).body.data.payload).toEqual({
      phone: '88112233',
      place: 'west',
    });
  });
});
