import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { createClock } from '../../../test/server.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov({ clock: createClock() });
  await stage.publish({
    fulfilment: 'auto',
    has_discretion: false,
    has_assessment: false,
    sla_hours: 0,
    output_ref_type: 'residence',
  });
});
afterAll(() => stage.world.close());

const certificates = 200;
const probes = 60;

const count = async (query: string) => {
  const [row] = await stage.world.database.query<{ found: number }>(
    `select count(*)::int as found from ${query}`,
  );
  return row?.found ?? 0;
};
const sealed = () => count(`issued_documents where level = 'B-LT'`);
/** Less disturbed by other work of the machine than the mean. */
const lowerQuartile = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0;

it('issues 200 certificates, which are sealed while another request is answered as usual', async () => {
  const timed = async () => {
    const startedAt = performance.now();
    expect((await createCaller(stage.server.url).get('/api/v1/site/auth')).status).toBe(200);
    return performance.now() - startedAt;
  };
  const alone: number[] = [];
  for (let round = 0; round < 2 * probes; round += 1) alone.push(await timed());
  await stage.server.app.jobs.work(stage.server.app.declaredJobs);
  const beside: number[] = [];
  for (let issued = 0; issued < certificates; issued += 1) {
    // Beyond the limits on one person, which are not what is measured.
    stage.world.clock.advance(10_000);
    if (issued % 40 === 0) await stage.signInAgain();
    expect((await stage.post('bold', '/gov/references', { type: 'residence' })).status).toBe(201);
    if (issued > 0) beside.push(await timed());
  }
  // On a quick machine few are sealed by now; waiting for all would only take long.
  while ((await sealed()) < 20) beside.push(await timed());
  const waiting = await count(
    `pgboss.job where name = 'references.seal' and state in ('created', 'active', 'retry')`,
  );
  expect((await count('issued_documents')) + waiting).toBeGreaterThanOrEqual(certificates);
  expect(await count(`pgboss.job where name = 'dead_letters'`)).toBe(0);
  // One certificate costs a hundred times this request: on the same thread each would wait for whole certificates.
  expect(lowerQuartile(beside.slice(-2 * probes)) / lowerQuartile(alone.slice(probes))).toBeLessThan(15);
});
