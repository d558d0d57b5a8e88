import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Evidence, verifyEvidence } from '../../relay/index.ts';
import { relaySignature } from '../../relay/test/stage.ts';
import { type Fact, type FactStage, openFacts } from './test/stage.ts';

let stage: FactStage;
beforeAll(async () => {
  stage = await openFacts();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  // Each test starts with a full allowance, agencies in order and no draft.
  stage.world.clock.advance(60_000);
  await stage.signInAgain();
  for (const code of ['civil-records', 'tax-records', 'police-records']) await stage.behave('answer', code);
  for (const who of ['bold', 'sarnai'] as const)
    await stage.call(who, 'DELETE', `/gov/drafts/${stage.serviceId}`);
});

const outcome = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const send = (who: 'bold' | 'sarnai', facts: string[]) =>
  stage.apply(who, stage.serviceId, { payload: stage.answers, facts });
const provide = async (who: 'bold' | 'sarnai', ...slots: string[]) => {
  for (const slot of slots) expect(await stage.upload(who, slot)).toBe(201);
};

describe('an answer cannot be forged', () => {
  it('belongs to one person and one service', async () => {
    const mine = await stage.fetch('bold');
    await stage.decide('bold', mine, 'accept');
    await provide('sarnai', 'tax', 'criminal');
    expect(outcome(await send('sarnai', [mine.id]))).toEqual([409, 'fact_gone']);
    expect((await stage.decide('sarnai', mine, 'accept')).status).toBe(404);
    expect((await stage.decide('sarnai', mine, 'refuse')).status).toBe(404);
    const elsewhere = await stage.fetch('bold', 'birth_record', stage.otherServiceId);
    const path = (service: string) => `/gov/drafts/${service}/facts/${elsewhere.id}/accept`;
    const seen = { answer_digest: elsewhere.provenance.answer_digest };
    expect((await stage.post('bold', path(stage.serviceId), seen)).status).toBe(404);
    expect((await stage.post('bold', path(stage.otherServiceId), seen)).status).toBe(200);
    await provide('bold', 'tax', 'criminal');
    expect(outcome(await send('bold', [mine.id, elsewhere.id]))).toEqual([409, 'fact_gone']);
    expect(outcome(await send('bold', [randomUUID()]))).toEqual([409, 'fact_gone']);
    expect((await send('bold', [mine.id, mine.id])).status).toBe(422);
    expect((await send('bold', [mine.id])).status).toBe(201);
  });

  it('counts only for a paper that the answers ask for', async () => {
    const path = `/gov/drafts/${stage.otherServiceId}`;
    await stage.call('bold', 'DELETE', path);
    const birth = await stage.fetch('bold', 'birth_record', stage.otherServiceId);
    const seen = { answer_digest: birth.provenance.answer_digest };
    await stage.post('bold', `${path}/facts/${birth.id}/accept`, seen);
    const give = (reason: string) =>
      stage.apply('bold', stage.otherServiceId, { payload: { reason }, facts: [birth.id] });
    expect(outcome(await give('lost'))).toEqual([409, 'fact_gone']);
    const fields = (await give('first')).body.data.errors.map(({ field }: { field: string }) => field);
    expect(fields).toContain('papers.photo');
    expect(fields).not.toContain('papers.birth_record');
  });

  it('cannot be answered, read or passed on by people who run the relay', async () => {
    await stage.behave('late');
    const { body } = await stage.ask('bold');
    await stage.deliver();
    const requestId = body.data.provenance.relay_request_id;
    const shown = await stage.operate('GET', `/requests/${requestId}`);
    const [assignment] = shown.body.data.assignments;
    expect(shown.body.data.request).toMatchObject({ confidential: true });
    const respond = { status: 'done', result: { subject: { civil_id: '1' }, facts: [] } };
    expect(outcome(await stage.operate('POST', `/assignments/${assignment.id}/respond`, respond))).toEqual([
      409,
      'confidential',
    ]);
    const forward = { platform_code: 'state-portal' };
    expect(outcome(await stage.operate('POST', `/requests/${requestId}/forward`, forward))).toEqual([
      409,
      'confidential',
    ]);
    await stage.release();
    const { rows } = await proofOf(requestId);
    // Neither the person nor the answer is in any view or table of the relay, except the question itself.
    const [civil] = await stage.world.database.query<{ civil_id: string }>(
      'select civil_id from users where id = $1',
      [stage.people.bold.userId],
    );
    const seen = JSON.stringify(
      await Promise.all(
        [`/requests/${requestId}`, `/requests/${requestId}/evidence`, '/requests', '/overview'].map((path) =>
          stage.operate('GET', path),
        ),
      ),
    );
    for (const secret of [civil?.civil_id ?? '', 'Гэрлэсэн', '2014-06-21'])
      expect(seen).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain('2014-06-21');
    const file = (await stage.operate('GET', `/requests/${requestId}/evidence`)).body.data as Evidence;
    expect(file.messages.map(({ body: text }) => text)).toEqual([null, null]);
    expect(verifyEvidence(file).filter(({ problem }) => problem !== undefined)).toEqual([]);
    const [fact] = await stage.facts('bold');
    expect(file.messages.map(({ digest }) => digest)).toContain(fact.provenance.answer_digest);
  });
});

const proofOf = async (requestId: string) => {
  const rows: object[] = [];
  for (const text of [
    'select * from relay_inbox where request_id = $1',
    'select * from relay_assignments where request_id = $1',
    'select * from relay_requests where id = $1',
    'select a.* from relay_attempts a join relay_deliveries d on d.id = a.delivery_id where d.request_id = $1',
  ])
    rows.push(...(await stage.world.database.query<object>(text, [requestId])));
  return { rows };
};

describe('an answer that comes again', () => {
  it('has one effect; another content under the same id is refused', async () => {
    const { body } = await stage.ask('bold');
    const [{ id: assignmentId }] = (
      await stage.operate('GET', `/requests/${body.data.provenance.relay_request_id}`)
    ).body.data.assignments;
    const [person] = await stage.world.database.query<{ civil_id: string }>(
      'select civil_id from users where id = $1',
      [stage.people.bold.userId],
    );
    const send = async (value: string, secondsAgo: number, id: string) => {
      const text = JSON.stringify({
        event: 'responded',
        source_code: 'civil-records',
        assignment_id: assignmentId,
        status: 'done',
        result: { subject: person, facts: [{ name: 'Status', value }] },
        sent_at: new Date(stage.world.clock.now().getTime() - secondsAgo * 1000).toISOString(),
      });
      const answer = await fetch(`${stage.server.url}/api/v1/relay/webhook`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-relay-source': 'civil-records',
          'x-relay-id': id,
          'x-relay-signature': relaySignature(stage.server.config.EID_RP_SECRET, text),
        },
        body: text,
      });
      return [answer.status, answer.headers.get('x-relay-receipt')];
    };
    const id = randomUUID();
    const first = await send('Married', 2, id);
    expect(first).toEqual([200, expect.any(String)]);
    expect(await send('Married', 2, id)).toEqual(first);
    // Sent again after a while: only the time of sending differs.
    expect(await send('Married', 1, id)).toEqual(first);
    expect(await send('Single', 1, id)).toEqual([409, null]);
    expect(await send('Single', 0, randomUUID())).toEqual([409, null]);
    const [fact] = await stage.facts('bold');
    expect(fact).toMatchObject({ state: 'answered', answer: [{ name: 'Status', value: 'Married' }] });
  });
});

describe('an agency', () => {
  it('that answers about another person is refused, and it is a security event', async () => {
    await stage.behave('other_person');
    const fact = await stage.fetch('bold');
    expect(fact).toMatchObject({ state: 'failed', failure: 'other_person', answer: null });
    const [event] = await stage.world.database.query<{ severity: string; user_id: string }>(
      `select severity, user_id from security_events where kind = 'fact_other_person' and detail ->> 'fact_id' = $1`,
      [fact.id],
    );
    expect(event).toEqual({ severity: 'high', user_id: stage.people.bold.userId });
    const { rows } = await proofOf(fact.provenance.relay_request_id);
    expect(JSON.stringify(rows)).not.toContain('Гэрлэлтийн байдал');
    await provide('bold', 'tax', 'criminal');
    expect(outcome(await send('bold', [fact.id]))).toEqual([409, 'fact_gone']);
    await provide('bold', 'marriage');
    expect((await send('bold', [])).status).toBe(201);
  });

  it('that refuses or cannot be understood leaves the paper to the person', async () => {
    await stage.behave('refuse');
    expect(await stage.fetch('bold')).toMatchObject({ state: 'failed', failure: 'agency_refused' });
    await stage.behave('unreadable');
    const fact = await stage.fetch('bold');
    expect(fact).toMatchObject({ state: 'failed', failure: 'unreadable', answer: null });
    expect((await stage.notifications('bold'))[0]?.title).toBe('The data could not be fetched');
    await provide('bold', 'marriage', 'tax', 'criminal');
    expect((await send('bold', [])).status).toBe(201);
  });

  it('that signs wrongly is not believed', async () => {
    await stage.behave('bad_signature');
    const { body } = await stage.ask('bold');
    await stage.deliver();
    expect((await stage.agency()).replies.at(-1)).toBe(401);
    expect((await stage.facts('bold'))[0]).toMatchObject({ id: body.data.id, state: 'asked', answer: null });
  });

  it('that is late may still answer, and the paper may be given meanwhile', async () => {
    await stage.behave('late');
    const { body } = await stage.ask('bold');
    await stage.deliver();
    stage.world.clock.advance(14 * 60_000);
    await stage.signInAgain();
    expect((await stage.facts('bold'))[0]).toMatchObject({ state: 'asked', late: false });
    stage.world.clock.advance(2 * 60_000);
    await stage.runJob('relay.sweep');
    await stage.signInAgain();
    expect((await stage.facts('bold'))[0]).toMatchObject({ state: 'asked', late: true });
    await stage.release();
    const [fact] = await stage.facts('bold');
    expect(fact).toMatchObject({ id: body.data.id, state: 'answered', late: false });
    // The person prefers the paper: the application goes without the answer, which is erased.
    await provide('bold', 'marriage', 'tax', 'criminal');
    expect((await send('bold', [])).status).toBe(201);
    expect(await stage.stored(fact.id)).toMatchObject({ state: 'withdrawn', content: null });
  });

  it('that is out of order or silent leaves the question open, and the paper can be given', async () => {
    await stage.behave('error');
    await stage.ask('bold');
    await stage.runJob('relay.deliver');
    await stage.behave('never', 'police-records');
    await stage.ask('bold', 'criminal');
    await stage.runJob('relay.deliver');
    expect((await stage.facts('bold')).map(({ state }: Fact) => state)).toEqual(['asked', 'asked']);
    // In order again: the relay repeats the question by itself.
    await stage.behave('answer');
    stage.world.clock.advance(60_000);
    await stage.deliver();
    const [criminal, marriage] = await stage.facts('bold');
    expect([criminal.state, marriage.state]).toEqual(['asked', 'answered']);
    await provide('bold', 'marriage', 'tax', 'criminal');
    expect((await send('bold', [])).status).toBe(201);
  });
});
