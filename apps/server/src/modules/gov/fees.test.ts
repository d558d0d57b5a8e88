import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAsSystem, createPhone, signIn } from '../../../test/citizens.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { requestPayment } from '../payments/index.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());

const paymentOf = async (applicationId: string) => {
  const [row] = await stage.world.database.query<{ id: string; status: string; amount: number }>(
    'select id, status, amount::int from gov_payments where application_id = $1',
    [applicationId],
  );
  return row;
};
/** Pays at the provider's page; its callback cannot reach the test server, so the test polls. */
async function pay(applicationId: string): Promise<void> {
  const { id = '' } = (await paymentOf(applicationId)) ?? {};
  const begun = await stage.post('bold', `/gov/payments/${id}/pay`);
  await fetch(begun.body.data.checkout_url, { method: 'POST', redirect: 'manual' });
  const settled = await stage.post('bold', `/gov/payments/${id}/pay`);
  expect([settled.status, settled.body.data.status]).toEqual([200, 'paid']);
}
/** Runs the worker: issuing is separate from booking the payment. */
const issue = () => stage.runJob('gov.applications.issue');
const decide = (id: string, approve = true) =>
  stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve, note: 'Шалтгаан' });
const applied = async (service: Parameters<GovStage['publish']>[0]) => {
  const id = await stage.publish({ fee: 25_000, ...service });
  const { body } = await stage.apply('bold', id);
  return body.data.application as { id: string; status: string; payment: string; due_at: string | null };
};

describe('an automatic service with a fee', () => {
  const auto = { fulfilment: 'auto', has_discretion: false, has_assessment: false, sla_hours: 0 } as const;

  it('requests the fee and issues the certificate when it is paid', async () => {
    const application = await applied({ ...auto, output_ref_type: 'residence' });
    expect([application.status, application.payment]).toEqual(['submitted', 'pending']);
    expect(await paymentOf(application.id)).toMatchObject({ status: 'pending', amount: 25_000 });
    expect((await stage.notifications('bold'))[0]).toMatchObject({ title: 'A fee is due' });
    const queue = (await stage.get('officer', '/gov/officer/queue?limit=200')).body.data.items;
    expect(queue.map((item: { id: string }) => item.id)).not.toContain(application.id);
    await pay(application.id);
    const queued = await stage.world.database.query<{ data: object }>(
      `select data from pgboss.job where name = 'gov.applications.issue'`,
    );
    expect(queued.map(({ data }) => data)).toContainEqual({ application_id: application.id });
    await issue();
    const shown = (await stage.get('bold', `/gov/applications/${application.id}`)).body.data;
    expect(shown).toMatchObject({ status: 'completed', result: 'processed', payment: 'paid' });
    const references = (await stage.get('bold', '/gov/references')).body.data.items;
    expect(references[0]).toMatchObject({ id: shown.output_ref_id, type: 'residence' });
    expect((await stage.timeline(application.id)).map(({ type }) => type)).toEqual([
      'created',
      'auto_fulfilled',
    ]);
  });

  it('waits during a register outage after the payment, notifies once, and is issued later', async () => {
    const application = await applied({ ...auto, output_ref_type: 'birth' });
    await createPhone(stage.world.sandbox).fault('registry_down', 1);
    await pay(application.id);
    await issue();
    const waiting = (await stage.get('bold', `/gov/applications/${application.id}`)).body.data;
    expect(waiting).toMatchObject({ status: 'submitted', payment: 'paid', output_ref_id: null });
    expect((await stage.notifications('bold'))[0]).toMatchObject({ title: 'Waiting for the state register' });
    const cancelled = await stage.post('bold', `/gov/applications/${application.id}/cancel`);
    expect([cancelled.status, cancelled.body.error]).toEqual([409, 'invalid_transition']);
    // Backoff: a register that recovers must not get all retries at once.
    await issue();
    expect((await stage.row(application.id))['status']).toBe('submitted');
    stage.world.clock.advance(61_000);
    const second = await stage.world.startServer();
    await Promise.all([issue(), stage.runJob('gov.applications.issue', second)]);
    await second.stop();
    expect(await stage.row(application.id)).toMatchObject({ status: 'completed', result: 'processed' });
    const issued = await stage.world.database.query(
      'select 1 from gov_references where application_id = $1',
      [application.id],
    );
    expect(issued).toHaveLength(1);
  });

  it('requests no fee when the register contradicts the certificate', async () => {
    const phone = createPhone(stage.world.sandbox);
    const debtor = await signIn(stage.server, phone, await phone.citizen(/^ordinary/, 4));
    const service = await stage.publish({ ...auto, fee: 700, output_ref_type: 'tax' });
    const answer = await debtor.caller.post(
      '/api/v1/gov/applications',
      { service_id: service },
      { token: debtor.token },
    );
    expect([answer.status, answer.body.error]).toEqual([409, 'not_certifiable']);
    expect(answer.body.data.reason).toContain('overdue tax');
    const owed = await stage.world.database.query('select 1 from gov_payments where user_id = $1', [
      debtor.userId,
    ]);
    expect(owed).toEqual([]);
  });

  it('is rejected with the reason when the register data changed after the payment', async () => {
    const convicted = { full_name: 'Нурлан Айгүл', full_name_en: 'Nurlan Aigul', civil_id: '101494062785' };
    const id = await stage.place('bold', 'submitted', {
      fulfilment: 'auto',
      output_ref_type: 'criminal',
      applicant: convicted,
    });
    await issue();
    expect(await stage.row(id)).toMatchObject({ status: 'rejected', result: 'refused', output_ref_id: null });
    const shown = (await stage.get('bold', `/gov/applications/${id}`)).body.data;
    expect(shown.decision_note).toContain('The register holds a conviction');
    expect((await stage.notifications('bold'))[0]).toMatchObject({ title: 'Application refused' });
    const recorded = await stage.world.database.query(
      `select 1 from audit_log where action = 'gov.application.refuse' and target = $1`,
      [id],
    );
    expect(recorded).toHaveLength(1);
  });

  it('is neither payable nor issued after cancellation', async () => {
    const application = await applied({ ...auto, output_ref_type: 'residence' });
    const cancelled = await stage.post('bold', `/gov/applications/${application.id}/cancel`, {
      reason: 'Буцаав',
    });
    expect(cancelled.body.data).toMatchObject({
      status: 'cancelled',
      result: 'withdrawn',
      payment: 'cancelled',
    });
    const payment = await paymentOf(application.id);
    expect(payment?.status).toBe('cancelled');
    expect((await stage.post('bold', `/gov/payments/${payment?.id}/pay`)).status).toBe(404);
    expect((await stage.get('bold', `/gov/applications/${application.id}`)).body.data).toMatchObject({
      status: 'cancelled',
      payment: 'cancelled',
    });
  });

  it('ends in one state when cancelled and paid at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const application = await applied({ ...auto, output_ref_type: 'residence' });
      const { id = '' } = (await paymentOf(application.id)) ?? {};
      const begun = await stage.post('bold', `/gov/payments/${id}/pay`);
      await fetch(begun.body.data.checkout_url, { method: 'POST', redirect: 'manual' });
      const [settled, cancelled] = await Promise.all([
        stage.post('bold', `/gov/payments/${id}/pay`),
        stage.post('bold', `/gov/applications/${application.id}/cancel`),
      ]);
      await issue();
      const { status, output_ref_id } = await stage.row(application.id);
      const payment = await paymentOf(application.id);
      expect([status, payment?.status, output_ref_id !== null, cancelled.status]).toEqual(
        payment?.status === 'paid'
          ? ['completed', 'paid', true, 409]
          : ['cancelled', 'cancelled', false, 200],
      );
      expect([200, 404]).toContain(settled.status);
    }
  });
});

describe('a manual service with a fee', () => {
  it('due before issue: can be assigned, asked about and rejected, but not granted unpaid', async () => {
    const application = await applied({ output_ref_type: 'criminal' });
    expect([application.status, application.payment]).toEqual(['registered', 'pending']);
    expect(application.due_at).not.toBeNull();
    expect((await stage.post('officer', `/gov/officer/queue/${application.id}/assign`)).status).toBe(200);
    const early = await decide(application.id);
    expect([early.status, early.body.error]).toEqual([409, 'payment_required']);
    expect((await stage.row(application.id))['status']).toBe('in_review');
    await pay(application.id);
    const granted = await decide(application.id);
    expect(granted.body.data).toMatchObject({ status: 'completed', result: 'granted', payment: 'paid' });
  });

  it('withdraws an unpaid fee when rejected', async () => {
    const application = await applied({});
    expect((await decide(application.id, false)).body.data.status).toBe('rejected');
    expect((await paymentOf(application.id))?.status).toBe('cancelled');
  });

  it('due before review: no officer can act, and the deadline starts with the payment', async () => {
    const application = await applied({ payment_required_before: 'review', sla_hours: 24 });
    expect(application.due_at).toBeNull();
    for (const path of ['assign', 'request-info', 'decide']) {
      const answer = await stage.post('officer', `/gov/officer/queue/${application.id}/${path}`, {
        ...(path === 'request-info'
          ? { note: '?' }
          : path === 'decide'
            ? { approve: false, note: 'Үгүй' }
            : {}),
      });
      expect([path, answer.status, answer.body.error]).toEqual([path, 409, 'payment_required']);
    }
    stage.world.clock.advance(60_000);
    await pay(application.id);
    const due = new Date(stage.world.clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect((await stage.get('bold', `/gov/applications/${application.id}`)).body.data.due_at).toBe(due);
    expect((await stage.post('officer', `/gov/officer/queue/${application.id}/assign`)).status).toBe(200);
  });

  it('due before nothing: is granted with the fee still owed', async () => {
    const application = await applied({ payment_required_before: 'none' });
    expect((await decide(application.id)).body.data).toMatchObject({
      status: 'approved',
      payment: 'pending',
    });
  });

  it('is not granted tacitly while unpaid', async () => {
    const application = await applied({ tacit_approval: true, sla_hours: 1 });
    const past = new Date(stage.world.clock.now().getTime() - 1000);
    await stage.world.database.query('update gov_applications set due_at = $2 where id = $1', [
      application.id,
      past,
    ]);
    await stage.sweep();
    expect(await stage.row(application.id)).toMatchObject({ status: 'registered', sla_breached: true });
    await pay(application.id);
    await stage.sweep();
    expect(await stage.row(application.id)).toMatchObject({ status: 'completed', tacit: true });
  });
});

describe('an unpaid fee', () => {
  const dayMs = 24 * 3_600_000;
  const expired = (id: string) => stage.row(id).then(({ status }) => status === 'expired');

  it('expires an application that only waits for it, once, and is withdrawn', async () => {
    const auto = await applied({
      fulfilment: 'auto',
      has_discretion: false,
      has_assessment: false,
      sla_hours: 0,
      output_ref_type: 'residence',
    });
    const review = await applied({ payment_required_before: 'review', sla_hours: 24 });
    const issue = await applied({ sla_hours: 0 });
    const paid = await applied({ payment_required_before: 'review', sla_hours: 0 });
    await pay(paid.id);
    const due = new Date(stage.world.clock.now().getTime() + 30 * dayMs).toISOString();
    expect((await stage.get('bold', `/gov/applications/${auto.id}`)).body.data.fee_due_at).toBe(due);
    expect((await stage.get('bold', `/gov/applications/${issue.id}`)).body.data.fee_due_at).toBeNull();
    const owed = (await stage.get('bold', '/gov/payments')).body.data.items;
    expect(owed.find((each: { application_id?: string }) => each.application_id === auto.id)).toMatchObject({
      due_date: due,
    });

    stage.world.clock.advance(30 * dayMs);
    await stage.sweep();
    expect([await expired(auto.id), await expired(review.id)]).toEqual([false, false]);
    stage.world.clock.advance(1000);
    const second = await stage.world.startServer();
    await Promise.all([stage.sweep(), stage.sweep(second), stage.sweep(second)]);
    await second.stop();
    await stage.signInAgain();
    for (const { id } of [auto, review]) {
      const shown = (await stage.get('bold', `/gov/applications/${id}`)).body.data;
      expect(shown).toMatchObject({ status: 'expired', result: 'not_admissible', payment: 'cancelled' });
      const ends = (await stage.timeline(id)).filter(({ type }) => type === 'expired');
      expect(ends).toHaveLength(1);
      const told = await stage.world.database.query<{ body: { en: string } }>(
        `select body from notifications where link = '/applications/' || $1::text and title ->> 'en' = $2`,
        [id, 'Application expired'],
      );
      expect(told.map(({ body }) => body.en)).toEqual([expect.stringContaining('fee was not paid in time')]);
      const { id: payment = '' } = (await paymentOf(id)) ?? {};
      expect((await stage.post('bold', `/gov/payments/${payment}/pay`)).status).toBe(404);
    }
    // An officer can still decide one, and the other is paid.
    expect([await expired(issue.id), await expired(paid.id)]).toEqual([false, false]);
  });

  it('ends in one state when paid at the moment of expiry', async () => {
    for (let round = 0; round < 5; round += 1) {
      const application = await applied({
        fulfilment: 'auto',
        has_discretion: false,
        has_assessment: false,
        sla_hours: 0,
        output_ref_type: 'residence',
      });
      const { id = '' } = (await paymentOf(application.id)) ?? {};
      const begun = await stage.post('bold', `/gov/payments/${id}/pay`);
      await fetch(begun.body.data.checkout_url, { method: 'POST', redirect: 'manual' });
      await stage.world.database.query(
        `update gov_applications set fee_due_at = $2::timestamptz - interval '1 second' where id = $1`,
        [application.id, stage.world.clock.now()],
      );
      await Promise.all([stage.post('bold', `/gov/payments/${id}/pay`), stage.sweep()]);
      await issue();
      const { status, output_ref_id } = await stage.row(application.id);
      const payment = await paymentOf(application.id);
      expect([status, payment?.status, output_ref_id !== null]).toEqual(
        payment?.status === 'paid' ? ['completed', 'paid', true] : ['expired', 'cancelled', false],
      );
    }
  });
});

describe('a fee', () => {
  it('is shown to officers only as paid or unpaid', async () => {
    const application = await applied({});
    const seen = (await stage.get('officer', `/gov/officer/queue/${application.id}`)).body.data;
    expect(seen.application.payment).toBe('pending');
  });

  it('without an application moves no application', async () => {
    const id = await changeAsSystem(stage.server, stage.world.clock.now(), (tx) =>
      requestPayment(tx, {
        userId: stage.people.bold.userId,
        title: { mn: 'Торгууль', en: 'Fine' },
        category: 'fine',
        amount: 100,
        dueAt: null,
        applicationId: null,
      }),
    );
    const begun = await stage.post('bold', `/gov/payments/${id}/pay`);
    await fetch(begun.body.data.checkout_url, { method: 'POST', redirect: 'manual' });
    expect((await stage.post('bold', `/gov/payments/${id}/pay`)).body.data.status).toBe('paid');
  });
});
