import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from './requests/test/stage.ts';
import { baseObjects, makePdf, stream } from './verify/test/pdf-maker.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.enter(0, 1);
});
afterAll(() => stage.world.close());

it('verifies what was signed of the largest document that can be signed', async () => {
  const noise = randomBytes(25 * 1024 * 1024).toString('latin1');
  const sized = (bytes: number) => makePdf({ ...baseObjects(), 15: stream(noise.slice(0, bytes)) });
  const largest = sized(25 * 1024 * 1024 - sized(20_000_000).length + 20_000_000);
  expect(largest.length).toBe(25 * 1024 * 1024);
  const deadline = new Date(stage.world.clock.now().getTime() + 86_400_000).toISOString();
  const body = { title: 'Гэрээ', order: 'any', deadline };
  const parties = Array.from({ length: 20 }, (_, at) => ({
    kind: 'person',
    register: `УБ900101${String(at).padStart(2, '0')}`,
  }));
  const refused = await stage.send(0, { ...body, parties }, largest);
  expect([refused.status, refused.data.reason]).toEqual([400, 'too_large']);
  const sent = await stage.send(0, { ...body, parties: [stage.party(0), stage.party(1)] }, largest);
  expect(sent.status).toBe(201);
  for (const who of [0, 1])
    expect(await stage.sign(sent.data.id, who)).toMatchObject({ state: 'completed', level: 'B-LT' });
  const signed = Buffer.from(await (await stage.read(sent.data.id, 0)).arrayBuffer());
  expect(signed.length).toBeGreaterThan(largest.length);
  expect((await stage.verify(signed)).indication).toBe('TOTAL_PASSED');
});
