import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { createProbe, createProbeTable } from '../../../test/probe-module.ts';
import { openWorld, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let person: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  const server = await world.startServer({ extraModules: [createProbe().module] });
  const phone = createPhone(world.sandbox);
  person = await signIn(server, phone, await phone.citizen());
});
afterAll(() => world.close());

interface Event {
  occurred_at: Date;
  actor_user_id: string;
  action: string;
  category: string;
  target: string | null;
  request_id: string;
  metadata: Record<string, unknown>;
}

const post = (path: string, body: object, requestId: string) =>
  person.caller.post(`/api/v1/probe/${path}`, body, {
    token: person.token,
    headers: { 'x-request-id': requestId },
  });
const eventsOf = (requestId: string) =>
  world.database.query<Event>('select * from audit_log where request_id = $1', [requestId]);
const things = (name: string) => world.database.query('select from probe_things where name = $1', [name]);

describe('a writing row', () => {
  it('commits its change together with its event, which names the actor, the time and the request', async () => {
    const answer = await post('things', { name: 'recorded' }, 'request-recorded');
    expect(answer.status).toBe(201);
    expect(await things('recorded')).toHaveLength(1);
    expect(await eventsOf('request-recorded')).toMatchObject([
      {
        actor_user_id: person.userId,
        action: 'probe.made',
        category: 'probe',
        target: answer.body.data.id,
        metadata: { name: 'recorded' },
        occurred_at: world.clock.now(),
      },
    ]);
  });

  it('that records no event is rolled back and answers 500', async () => {
    const answer = await post('silent', {}, 'request-silent');
    expect([answer.status, answer.body.error]).toEqual([500, 'internal']);
    expect(await things('silent')).toHaveLength(0);
  });

  it('that changes nothing needs no event', async () => {
    const answer = await post('things', { name: 'same', end: 'unchanged' }, 'request-unchanged');
    expect([answer.status, answer.body.data.name]).toEqual([201, 'same']);
    expect(await eventsOf('request-unchanged')).toEqual([]);
  });

  it('that refuses keeps its recorded event, and then fails', async () => {
    const answer = await post('things', { name: 'refused', end: 'refuse' }, 'request-refused');
    expect([answer.status, answer.body.error]).toEqual([409, 'probe_listed']);
    expect(await eventsOf('request-refused')).toHaveLength(1);
    expect(await things('refused')).toHaveLength(1);
  });

  it.each(['fail', 'crash'])('that throws (%s) keeps neither change nor event', async (end) => {
    const answer = await post('things', { name: `thrown ${end}`, end }, `request-${end}`);
    expect(answer.status).toBe(end === 'fail' ? 409 : 500);
    expect(await things(`thrown ${end}`)).toHaveLength(0);
    expect(await eventsOf(`request-${end}`)).toEqual([]);
  });

  it('that records an undeclared event is rolled back and answers 500', async () => {
    const answer = await post('undeclared-event', {}, 'request-unlisted');
    expect([answer.status, answer.body.error]).toEqual([500, 'internal']);
    expect(await things('unlisted')).toHaveLength(0);
    expect(await eventsOf('request-unlisted')).toEqual([]);
  });

  it('whose event carries an undeclared field is rolled back and answers 500', async () => {
    const answer = await post('undeclared-field', {}, 'request-undeclared');
    expect([answer.status, answer.body.error]).toEqual([500, 'internal']);
    expect(await things('undeclared')).toHaveLength(0);
    expect(await eventsOf('request-undeclared')).toEqual([]);
  });

  it('takes the actor from the session, never from the body', async () => {
    const answer = await post('things', { name: 'x', actor_user_id: person.userId }, 'request-claimed');
    expect(answer.status).toBe(422);
  });
});
