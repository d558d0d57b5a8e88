import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listParties } from './party-store.ts';
import { findRequest } from './store.ts';
import { company, openStage, pdfsig, type Stage } from './test/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await stage.enter(0, 1, 2, 3, company.director);
});
afterAll(() => stage.world.close());
// Each test starts with a full allowance.
beforeEach(() => stage.world.clock.advance(60_000));

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const body = (more: object = {}) => ({
  title: 'Гэрээ',
  order: 'any',
  deadline: new Date(stage.world.clock.now().getTime() + 86_400_000).toISOString(),
  parties: [stage.party(1)],
  ...more,
});

describe('signing together in sequence', () => {
  it('asks one after the other, and everybody keeps a document that all verifiers accept', async () => {
    const id = await stage.ask(0, [1, 2], { message: 'Уншаад зурна уу.' });
    expect(await stage.titles(1)).toContain('Гарын үсэг зурна уу: «Түрээсийн гэрээ»');
    expect(await stage.titles(1, 'en')).toContain('Please sign: “Түрээсийн гэрээ”');
    expect(await stage.titles(2)).toEqual([]);
    await (await stage.read(id, 2)).arrayBuffer();
    expect((await stage.begin(id, 2)).error).toBe('not_your_turn');
    expect(await stage.sign(id, 1)).toMatchObject({ state: 'completed', level: 'B-LT', request_id: id });
    expect(await stage.titles(2)).toContain('Гарын үсэг зурах таны ээлж: «Түрээсийн гэрээ»');
    expect(await stage.titles(0)).toContain('Гарын үсэг зурлаа: «Түрээсийн гэрээ»');
    expect((await stage.begin(id, 1)).error).toBe('already_answered');
    expect(await stage.sign(id, 2)).toMatchObject({ state: 'completed' });
    const view = await stage.view(id, 0);
    expect(view).toMatchObject({ state: 'completed', signed: 2, has_document: true });
    const [first] = view.parties;
    expect(first).toMatchObject({ state: 'signed', level: 'B-LT' });
    expect(first.name).toContain(stage.citizen(1).given_name);
    await stage.runJob('files.sweep');
    const before = stage.storedFiles();
    for (const who of [0, 1, 2]) {
      expect(await stage.titles(who)).toContain('Бүгд гарын үсэг зурлаа: «Түрээсийн гэрээ»');
      const { items } = (await stage.call('GET', '/sign/documents', who)).data;
      const copy = items.find(({ request_id }: { request_id?: string }) => request_id === id);
      expect(copy).toMatchObject({ name: 'Гэрээ-signed.pdf', level: 'B-LT' });
    }
    const signed = await bytesOf(await stage.read(id, 2));
    const said = await pdfsig(signed);
    expect(said.match(/Signature is Valid/g)).toHaveLength(2);
    const verdict = await stage.verify(signed);
    expect(verdict.indication).toBe('TOTAL_PASSED');
    expect(verdict.signatures.map((each: { level: string }) => each.level)).toEqual(['B-LT', 'B-LT']);
    expect(verdict.signatures.map(({ signer }: { signer: { civil_id: string } }) => signer.civil_id)).toEqual(
      [stage.citizen(1).civil_id, stage.citizen(2).civil_id],
    );
    // The file goes with the last person who keeps it.
    for (const who of [0, 1, 2]) {
      const { document_id } = await stage.view(id, who);
      const download = await fetch(`${stage.server.url}/api/v1/sign/documents/${document_id}/download`, {
        headers: { authorization: `Bearer ${stage.person(who).token}` },
      });
      expect((await bytesOf(download)).equals(signed)).toBe(true);
      expect((await stage.call('DELETE', `/sign/documents/${document_id}`, who)).status).toBe(200);
      await stage.runJob('files.sweep');
      expect(stage.storedFiles() < before).toBe(who === 2);
    }
    expect((await stage.read(id, 0)).status).toBe(404);
  });

  it('shows nobody a register number, and tells the sender nothing about unknown people', async () => {
    const stranger = { kind: 'person', register: 'ЯЯ99010199', name: 'Танихгүй' };
    const sent = await stage.send(0, body({ parties: [stranger, stage.party(1)] }));
    expect(sent.status).toBe(201);
    const [unknown, known] = sent.data.parties;
    expect(unknown).toEqual({
      id: unknown.id,
      place: 1,
      kind: 'person',
      name: 'Танихгүй',
      register: 'ЯЯ••••••99',
      state: 'pending',
      is_me: false,
    });
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    const text = JSON.stringify([sent.data, await stage.view(sent.data.id, 1)]);
    for (const who of [0, 1]) expect(text).not.toContain(stage.citizen(who).national_id);
    expect(text).not.toContain(stage.citizen(1).given_name);
  });

  it('reaches a person who signs in for the first time later', async () => {
    const late = 5;
    const id = await stage.ask(0, [late]);
    await stage.enter(late);
    const { items } = (await stage.call('GET', '/sign/requests?box=received', late)).data;
    expect(items).toMatchObject([{ id, my_turn: true, is_sender: false, signed: 0, parties_total: 1 }]);
    expect(await stage.sign(id, late)).toMatchObject({ state: 'completed' });
  });

  it('does not exist for an outsider, in whole and in part', async () => {
    const id = await stage.ask(0, [1]);
    expect((await stage.call('GET', `/sign/requests/${id}`, 3)).status).toBe(404);
    expect((await stage.read(id, 3)).status).toBe(404);
    expect((await stage.begin(id, 3)).status).toBe(404);
    for (const [action, given] of [
      ['decline', { reason: 'x' }],
      ['withdraw', undefined],
      ['remind', undefined],
    ] as const)
      expect((await stage.call('POST', `/sign/requests/${id}/${action}`, 3, given)).status).toBe(404);
    const seenBy = (who: number, role: 'user' | 'officer') => {
      const reader = stage.server.app.database.reader({ userId: stage.person(who).userId, role });
      return Promise.all([findRequest(reader, id), listParties(reader, id)]);
    };
    expect(await seenBy(3, 'user')).toEqual([undefined, []]);
    expect(await seenBy(1, 'officer')).toEqual([undefined, []]);
    expect(await seenBy(1, 'user')).toMatchObject([{ id }, [{ request_id: id }]]);
    // A party is no sender.
    expect((await stage.call('POST', `/sign/requests/${id}/withdraw`, 1)).status).toBe(404);
    expect((await stage.call('GET', '/sign/requests?box=received', 3)).data.items).toEqual([]);
    expect((await stage.call('GET', '/sign/requests?box=sent', 1)).data.items).toEqual([]);
  });

  it('needs the document to be read again after somebody else has signed it', async () => {
    const id = await stage.ask(0, [1, 2], { order: 'any' });
    await bytesOf(await stage.read(id, 1));
    await bytesOf(await stage.read(id, 2));
    await stage.sign(id, 2);
    expect((await stage.begin(id, 1)).error).toBe('document_not_seen');
    await bytesOf(await stage.read(id, 1));
    expect((await stage.begin(id, 1)).error).toBeUndefined();
  });

  it('needs the document to be read before it is signed, and records who read it', async () => {
    const id = await stage.ask(0, [1]);
    expect((await stage.begin(id, 1)).error).toBe('document_not_seen');
    expect((await stage.view(id, 0)).parties[0].seen_at).toBeUndefined();
    expect((await bytesOf(await stage.read(id, 1))).equals(stage.pdf)).toBe(true);
    expect((await stage.view(id, 0)).parties[0].seen_at).toBe(stage.world.clock.now().toISOString());
    const events = await stage.world.database.query<{ action: string }>(
      'select action from audit_log where target = $1 order by id',
      [id],
    );
    expect(events.map(({ action }) => action)).toEqual(['sign.request.create', 'sign.request.read']);
  });
});

describe('sending', () => {
  it('refuses more than 20 parties, a party twice, a wrong number, time or file, and unknown fields', async () => {
    const parties = Array.from({ length: 21 }, (_, at) => ({
      kind: 'person',
      register: `УБ900101${String(at).padStart(2, '0')}`,
    }));
    expect((await stage.send(0, body({ parties }))).status).toBe(422);
    expect((await stage.send(0, body({ parties: parties.slice(0, 20) }))).status).toBe(201);
    expect((await stage.send(0, body({ parties: [] }))).status).toBe(422);
    const twice = await stage.send(
      0,
      body({ parties: [stage.party(1), { kind: 'person', register: ' уа90072324' }] }),
    );
    expect([twice.status, JSON.stringify(twice.data)]).toEqual([
      422,
      expect.stringContaining('parties.1.register'),
    ]);
    expect((await stage.send(0, body({ parties: [{ kind: 'person', register: '12345678' }] }))).status).toBe(
      422,
    );
    expect((await stage.send(0, body({ other: 1 }))).status).toBe(422);
    const at = (ms: number) => new Date(stage.world.clock.now().getTime() + ms).toISOString();
    expect((await stage.send(0, body({ deadline: at(3_599_000) }))).status).toBe(422);
    expect((await stage.send(0, body({ deadline: at(90 * 86_400_000 + 1000) }))).status).toBe(422);
    const text = await stage.send(0, body(), Buffer.from('hello'));
    expect([text.error, text.data.reason]).toEqual(['not_signable', 'not_a_pdf']);
  });

  it('pages both boxes by cursor and state', async () => {
    const ids = [await stage.ask(2, [3]), await stage.ask(2, [3]), await stage.ask(2, [3])];
    await stage.call('POST', `/sign/requests/${ids[1]}/withdraw`, 2);
    for (const [box, who] of [
      ['sent', 2],
      ['received', 3],
    ] as const) {
      const first = (await stage.call('GET', `/sign/requests?box=${box}&limit=2`, who)).data;
      const second = (await stage.call('GET', `/sign/requests?box=${box}&limit=2&cursor=${first.next}`, who))
        .data;
      expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
      const withdrawn = (await stage.call('GET', `/sign/requests?box=${box}&state=withdrawn`, who)).data;
      expect(withdrawn.items).toMatchObject([{ id: ids[1], my_turn: false }]);
    }
    expect((await stage.call('GET', '/sign/requests?box=other', 2)).status).toBe(422);
  });

  it('reminds before the deadline by itself, and once a day when the sender asks', async () => {
    const id = await stage.ask(0, [3], { title: 'Сануулга' });
    const reminders = async () =>
      (await stage.titles(3)).filter((title) => title === 'Гарын үсэг хүлээж байна: «Сануулга»').length;
    expect((await stage.call('POST', `/sign/requests/${id}/remind`, 0)).status).toBe(200);
    const again = await stage.call('POST', `/sign/requests/${id}/remind`, 0);
    expect([again.error, Number(again.retryAfter)]).toEqual(['reminded_recently', 86_400]);
    expect(await reminders()).toBe(1);
    stage.world.clock.advance(6 * 86_400_000 + 60_000);
    await stage.enter(0, 1, 2, 3, company.director);
    await stage.runJob('sign.requests');
    await stage.runJob('sign.requests');
    expect(await reminders()).toBe(2);
    expect((await stage.call('POST', `/sign/requests/${id}/remind`, 0)).status).toBe(200);
  });
});

describe('an organisation as a party', () => {
  it('signs through a representative whom the eID provider confirms, and through nobody else', async () => {
    const { director, regNo } = company;
    const asked = { kind: 'organisation', register: regNo, name: 'Худалдан авагч' };
    const id = (await stage.send(0, body({ parties: [asked] }))).data.id;
    // Before the representation is confirmed, the director is an outsider.
    expect((await stage.call('GET', `/sign/requests/${id}`, director)).status).toBe(404);
    expect((await stage.begin(id, director)).status).toBe(404);
    const linked = await stage.call('POST', '/users/me/eid/organizations', director, { reg_no: regNo });
    expect(linked.status).toBe(200);
    // Nor does an organisation sign here without the app.
    expect((await stage.call('GET', `/sign/requests/${id}`, director)).status).toBe(404);
    await stage.addCompany();
    const { items } = (await stage.call('GET', '/sign/requests?box=received', director)).data;
    expect(items).toMatchObject([{ id, my_turn: true }]);
    expect((await stage.call('GET', `/sign/requests/${id}`, 3)).status).toBe(404);
    await stage.phone.fault('drop', 1);
    const without = (await stage.call('GET', '/sign/requests?box=received', director)).data;
    expect(without).toMatchObject({ items: [], organisations_unavailable: true });
    expect(await stage.sign(id, director)).toMatchObject({
      state: 'completed',
      on_behalf_of_name: expect.any(String),
    });
    const view = await stage.view(id, 0);
    expect(view.parties[0]).toMatchObject({ state: 'signed', organisation: expect.any(String) });
    const [signature] = (await stage.verify(await bytesOf(await stage.read(id, director)))).signatures;
    expect(signature).toMatchObject({
      indication: 'TOTAL_PASSED',
      signer: { civil_id: stage.citizen(director).civil_id, role: 'Гүйцэтгэх захирал' },
    });
  });

  it('loses the request at once with the representation', async () => {
    const { director, regNo } = company;
    const id = (await stage.send(0, body({ parties: [{ kind: 'organisation', register: regNo }] }))).data.id;
    await (await stage.read(id, director)).arrayBuffer();
    expect((await stage.call('DELETE', `/users/me/eid/organizations/${regNo}`, director)).status).toBe(200);
    expect((await stage.begin(id, director)).status).toBe(404);
    expect((await stage.read(id, director)).status).toBe(404);
  });
});
