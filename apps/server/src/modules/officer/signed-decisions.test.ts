import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findTool, toolEnvironment } from '../../../../../scripts/debian-tools.mjs';
import { type Citizen, createPhone, type Phone } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';
import { until } from '../../../test/until.ts';

let stage: GovStage;
let phone: Phone;
let service: string;
const officers = new Map<PersonName, Citizen>();

beforeAll(async () => {
  stage = await openGov();
  phone = createPhone(stage.world.sandbox);
  officers.set('officer', await phone.citizen(/^ordinary/, 2));
  officers.set('other', await phone.citizen(/^ordinary/, 3));
  service = await stage.publish({
    name: 'Барилгын зөвшөөрөл',
    name_en: 'Building permit',
    agency: 'Хот байгуулалтын газар',
    agency_en: 'City planning office',
    decision_signature: true,
  });
});
afterAll(() => stage.world.close());
// Each test starts with a full allowance of requests to the phone.
beforeEach(() => stage.world.clock.advance(60_000));

const grant = { approve: true, result: 'granted', note: 'Нэг жилийн хугацаатай' };
const refusal = { approve: false, result: 'refused', note: 'Дутуу: "canonical": "A-1"\nхавсралт \\u0041' };
const hour = 3_600_000;

const applied = async () => (await stage.apply('bold', service)).body.data.application as { id: string };
const desk = (who: PersonName, id: string, action: string, body: object) =>
  stage.post(who, `/gov/officer/queue/${id}/${action}`, body);
const begin = async (id: string, body: object = grant, who: PersonName = 'officer') =>
  (await desk(who, id, 'sign', body)).body.data as {
    sid: string;
    verification_code: string;
    text: string;
    expires_at: string;
  };
const confirm = (who: PersonName = 'officer') => {
  const citizen = officers.get(who) as Citizen;
  return phone.approve(citizen, citizen.pin2);
};
const waitFor = (sid: string, state: string, who: PersonName = 'officer') =>
  until(async () => (await stage.get(who, `/sign/status/${sid}`)).body.data?.state === state);
const sign = async (id: string, body: object = grant, who: PersonName = 'officer') => {
  const { sid } = await begin(id, body, who);
  await confirm(who);
  await waitFor(sid, 'CONFIRMED', who);
  return sid;
};
const decide = (id: string, body: object, who: PersonName = 'officer') => desk(who, id, 'decide', body);
const refusedWith = async (answer: ReturnType<typeof decide>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const stateOf = async (id: string) => (await stage.row(id))['status'];
const kept = () => stage.world.database.query('select sid from gov_decision_signatures');

describe('a service that requires a signature', () => {
  it('keeps the requirement of the moment of application', async () => {
    const { id } = await applied();
    const shown = (await stage.get('officer', `/gov/officer/queue/${id}`)).body.data;
    expect(shown).toMatchObject({
      application: { signature_required: true },
      service: { decision_signature: true },
    });
    const plain = await stage.publish();
    const other = (await stage.apply('bold', plain)).body.data.application;
    expect(other.signature_required).toBe(false);
    expect(await refusedWith(desk('officer', other.id, 'sign', grant))).toEqual([
      409,
      'signature_not_required',
    ]);
    expect(await refusedWith(decide(other.id, { ...grant, sid: 'a'.repeat(32) }))).toEqual([
      409,
      'signature_not_required',
    ]);
    expect((await decide(other.id, grant)).status).toBe(200);
  });

  it('asks the phone for exactly this decision, in at most 60 characters', async () => {
    const { id } = await applied();
    const number = (await stage.row(id))['reference_no'] as string;
    const begun = await begin(id);
    expect(begun.sid).toMatch(/^[0-9a-f]{32}$/);
    expect(begun.verification_code).toMatch(/^\d{4}$/);
    expect(begun.text).toContain(`«${number}» зөвшөөрөх үү?`);
    expect((await begin(id, refusal)).text).toContain(`«${number}» татгалзах уу?`);
    expect([...begun.text].length).toBeLessThanOrEqual(60);
    expect(await stateOf(id)).toBe('registered');
  });

  it('decides with the signature and keeps it in the same transaction', async () => {
    const { id } = await applied();
    const sid = await sign(id);
    const decided = await decide(id, { ...grant, sid });
    const { signature } = (await stage.get('other', `/gov/officer/queue/${id}`)).body.data;
    expect(signature).toMatchObject({ decision: 'approve', role: { key: 'manager' } });
    expect(decided.body.data).toMatchObject({
      status: 'approved',
      result: 'granted',
      decision_note: grant.note,
      decided_by: stage.people.officer.userId,
    });
    const [row] = await stage.world.database.query<{ officer_id: string; canonical: string }>(
      'select officer_id, canonical from gov_decision_signatures where sid = $1',
      [sid],
    );
    expect(row?.officer_id).toBe(stage.people.officer.userId);
    const citizen = officers.get('officer') as Citizen;
    expect(JSON.parse(row?.canonical ?? '')).toEqual({
      format: 'tamga-decision/1',
      application: (await stage.row(id))['reference_no'],
      service: {
        code: (await stage.row(id))['service_code'],
        name: { mn: 'Барилгын зөвшөөрөл', en: 'Building permit' },
      },
      decision: 'approve',
      result: 'granted',
      reason: '',
      conditions: grant.note,
      time: stage.world.clock.now().toISOString(),
      officer: { name: `${citizen.surname} ${citizen.given_name}`, role: 'Manager', role_key: 'manager' },
      authority: { mn: 'Хот байгуулалтын газар', en: 'City planning office' },
    });
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'gov.application.decide' and target = $1`,
      [id],
    );
    expect(event?.metadata).toMatchObject({ signature: sid });
  });

  it('refuses a decision without a signature, and before the phone confirmed it', async () => {
    const { id } = await applied();
    expect(await refusedWith(decide(id, grant))).toEqual([409, 'signature_required']);
    const { sid } = await begin(id);
    expect(await refusedWith(decide(id, { ...grant, sid }))).toEqual([400, 'not_finished']);
    await phone.act(officers.get('officer') as Citizen, 'refuse');
    await waitFor(sid, 'REFUSED');
    expect(await refusedWith(decide(id, { ...grant, sid }))).toEqual([403, 'sign_rejected']);
    expect((await decide(id, { ...grant, sid: 'none' })).status).toBe(422);
    expect(await stateOf(id)).toBe('registered');
  });

  it('refuses a signature of another officer, of another decision and of another application', async () => {
    const { id } = await applied();
    const second = await applied();
    const theirs = await sign(id, grant, 'other');
    expect(await refusedWith(decide(id, { ...grant, sid: theirs }))).toEqual([409, 'signature_mismatch']);
    const sid = await sign(id);
    for (const body of [
      refusal,
      { ...grant, result: 'processed' },
      { ...grant, note: `${grant.note}.` },
      { approve: true },
    ])
      expect(await refusedWith(decide(id, { ...body, sid }))).toEqual([409, 'signature_mismatch']);
    expect(await refusedWith(decide(second.id, { ...grant, sid }))).toEqual([409, 'signature_mismatch']);
    expect(await refusedWith(decide(id, { ...grant, sid: '0'.repeat(32) }))).toEqual([
      409,
      'signature_mismatch',
    ]);
    // The same decision, with the default result and spaces around the note.
    expect((await decide(id, { approve: true, note: ` ${grant.note} `, sid })).status).toBe(200);
    expect(await stateOf(second.id)).toBe('registered');
  });

  it('refuses another digest that the officer signed', async () => {
    const { id } = await applied();
    const begun = await stage.post('officer', '/sign/initiate', { document_hash_hex: 'ab'.repeat(32) });
    await confirm();
    const { sid } = begun.body.data;
    await waitFor(sid, 'CONFIRMED');
    expect(await refusedWith(decide(id, { ...grant, sid }))).toEqual([409, 'signature_mismatch']);
  });

  it('refuses a signature that decided before', async () => {
    const { id } = await applied();
    const sid = await sign(id, refusal);
    expect((await decide(id, { ...refusal, sid })).body.data.status).toBe('rejected');
    expect(await refusedWith(decide(id, { ...refusal, sid }))).toEqual([409, 'signature_used']);
    expect(await refusedWith(desk('officer', id, 'sign', refusal))).toEqual([409, 'invalid_transition']);
  });

  it('refuses a signature that was begun more than 20 minutes ago', async () => {
    const { id } = await applied();
    const sid = await sign(id);
    stage.world.clock.advance(20 * 60_000 + 1);
    await stage.signInAgain();
    expect(await refusedWith(decide(id, { ...grant, sid }))).toEqual([409, 'signature_expired']);
    const again = await sign(id);
    stage.world.clock.advance(20 * 60_000);
    await stage.signInAgain();
    expect((await decide(id, { ...grant, sid: again })).status).toBe(200);
  });

  it('lets one of two officers win, tells the other, and keeps one signature', async () => {
    for (let round = 0; round < 3; round += 1) {
      stage.world.clock.advance(60_000);
      const { id } = await applied();
      const [mine, theirs] = [await sign(id), await sign(id, refusal, 'other')];
      const before = (await kept()).length;
      const answers = await Promise.all([
        decide(id, { ...grant, sid: mine }),
        decide(id, { ...refusal, sid: theirs }, 'other'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.error).toBe('invalid_transition');
      expect((await kept()).length).toBe(before + 1);
      expect((await stage.timeline(id)).filter(({ type }) => type === 'decided')).toHaveLength(1);
    }
  });

  it('lets nobody sign a decision that cannot be made', async () => {
    const { id } = await applied();
    expect(await refusedWith(desk('officer', id, 'sign', { approve: false, note: ' ' }))).toEqual([
      400,
      'reason_required',
    ]);
    expect((await desk('officer', id, 'sign', { approve: true, result: 'refused' })).status).toBe(422);
    expect((await desk('officer', id, 'sign', { ...grant, sid: 'a'.repeat(32) })).status).toBe(422);
    expect((await desk('sarnai', id, 'sign', grant)).status).toBe(403);
    const own = await stage.place('officer', 'in_review', { signature_required: true });
    expect(await refusedWith(desk('officer', own, 'sign', grant))).toEqual([403, 'own_application']);
    const unpaid = await stage.publish({ fee: 500, decision_signature: true });
    const waiting = (await stage.apply('bold', unpaid)).body.data.application.id;
    expect(await refusedWith(desk('officer', waiting, 'sign', grant))).toEqual([409, 'payment_required']);
    await stage.post('bold', `/gov/applications/${id}/cancel`);
    stage.world.clock.advance(60_000);
    expect(await refusedWith(desk('officer', id, 'sign', grant))).toEqual([409, 'invalid_transition']);
  });

  it('asks nobody to sign a grant that the state register contradicts, and records the access', async () => {
    const id = await stage.place('sarnai', 'in_review', {
      output_ref_type: 'criminal',
      signature_required: true,
      applicant: { full_name: 'Нурлан Айгүл', full_name_en: 'Nurlan Aigul', civil_id: '101494062785' },
    });
    const refused = await desk('officer', id, 'sign', grant);
    expect([refused.status, refused.body.error]).toEqual([409, 'not_certifiable']);
    const log = (await stage.get('sarnai', '/users/me/access-log')).body.data.items;
    expect(log[0]).toMatchObject({ matter: { id } });
  });

  it('stays unsigned when the deadline decides, and the clock runs as before', async () => {
    const tacit = await stage.publish({ decision_signature: true, tacit_approval: true, sla_hours: 1 });
    const { id } = (await stage.apply('bold', tacit)).body.data.application;
    const { sid } = await begin(id);
    stage.world.clock.advance(2 * hour);
    await stage.sweep();
    await stage.signInAgain();
    expect(await stage.row(id)).toMatchObject({ status: 'completed', tacit: true, decided_by: null });
    expect((await stage.get('bold', `/gov/applications/${id}/signature`)).status).toBe(404);
    expect((await decide(id, { ...grant, sid })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the evidence', () => {
  const decidedCase = async (body = refusal) => {
    const { id } = await applied();
    const sid = await sign(id, body);
    expect((await decide(id, { ...body, sid })).status).toBe(200);
    return id;
  };
  const download = async (id: string) => {
    const answer = await fetch(`${stage.server.url}/api/v1/gov/applications/${id}/signature/evidence`, {
      headers: { authorization: `Bearer ${stage.people.bold.token}` },
    });
    return { answer, text: await answer.text() };
  };

  it('shows the applicant who signed, and nobody else', async () => {
    const id = await decidedCase();
    const citizen = officers.get('officer') as Citizen;
    const shown = await stage.get('bold', `/gov/applications/${id}/signature`);
    expect(shown.body.data).toEqual({
      name: `${citizen.surname} ${citizen.given_name}`,
      role: { key: 'manager', name: 'Manager' },
      authority: 'City planning office',
      decision: 'reject',
      signed_at: stage.world.clock.now().toISOString(),
    });
    expect(JSON.stringify(shown.body.data)).not.toContain(stage.people.officer.userId);
    for (const path of ['signature', 'signature/evidence'])
      for (const who of ['sarnai', 'officer'] as const)
        expect((await stage.get(who, `/gov/applications/${id}/${path}`)).status).toBe(404);
    const open = await applied();
    expect((await stage.get('bold', `/gov/applications/${open.id}/signature`)).status).toBe(404);
  });

  it('is checked by openssl alone, and a changed decision is found', async () => {
    const id = await decidedCase({ ...refusal, note: `${refusal.note} ${'ө'.repeat(1900)}` });
    const { answer, text } = await download(id);
    expect(answer.headers.get('content-type')).toContain('application/json');
    const number = (await stage.row(id))['reference_no'];
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}-decision.json"`);
    const file = JSON.parse(text);
    const canonical = Buffer.from(file.canonical, 'base64');
    expect(JSON.parse(canonical.toString())).toEqual(file.decision);
    expect(createHash('sha256').update(canonical).digest('hex')).toBe(file.sha256);

    const folder = mkdtempSync(join(tmpdir(), 'tamga-evidence-'));
    const run = () =>
      execFileSync('sh', ['-ec', file.instructions.commands.join('\n')], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...toolEnvironment(),
          PATH: [dirname(findTool('openssl') ?? ''), process.env['PATH']].join(delimiter),
        },
      });
    try {
      const root = await (await fetch(`${stage.world.sandbox.url}/pki/root.pem`)).text();
      writeFileSync(join(folder, 'root.pem'), root);
      const path = join(folder, `${number}-decision.json`);
      writeFileSync(path, text);
      const said = run();
      expect(said).toContain('Verified OK');
      expect(said).toContain('certificates.pem: OK');
      expect(said).toContain((officers.get('officer') as Citizen).civil_id);
      expect(readFileSync(join(folder, 'decision.json'))).toEqual(canonical);
      // A proxy may write the JSON again.
      writeFileSync(path, JSON.stringify(file));
      expect(run()).toBe(said);
      const forged = Buffer.from(canonical.toString().replace('"reject"', '"approve"'));
      writeFileSync(path, text.replace(file.canonical, forged.toString('base64')));
      expect(run).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('can be neither changed nor forged in the database under the identity of a request', async () => {
    const id = await decidedCase();
    const open = await applied();
    const app = new pg.Client({
      connectionString: stage.world.database.appUrl,
      options: '-c search_path=tamga',
    });
    await app.connect();
    const as = async (who: PersonName, role: string, text: string, values: unknown[]) => {
      await app.query('begin');
      try {
        await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
          stage.people[who].userId,
          role,
        ]);
        return (await app.query(text, values)).rowCount;
      } finally {
        await app.query('rollback');
      }
    };
    const insert = `insert into gov_decision_signatures
      (sid, application_id, user_id, officer_id, canonical, signature, certificates, created_at)
      select $1, id, user_id, $2, '{}', '', '', now() from gov_applications where id = $3`;
    const forge = (who: PersonName, role: string, officer: PersonName) =>
      as(who, role, insert, ['f'.repeat(32), stage.people[officer].userId, open.id]);
    const select = 'select 1 from gov_decision_signatures where application_id = $1';
    try {
      expect(await forge('officer', 'officer', 'officer')).toBe(1);
      await expect(forge('officer', 'officer', 'other')).rejects.toThrow(/row-level security/);
      await expect(forge('bold', 'user', 'officer')).rejects.toThrow(/row-level security/);
      for (const text of [
        'update gov_decision_signatures set canonical = $1',
        'delete from gov_decision_signatures where sid = $1',
      ])
        await expect(as('officer', 'officer', text, ['x'])).rejects.toThrow(/permission denied/);
      expect([await as('bold', 'user', select, [id]), await as('sarnai', 'user', select, [id])]).toEqual([
        1, 0,
      ]);
    } finally {
      await app.end();
    }
  });

  it('is checked by the commands of the guide', async () => {
    const { text } = await download(await decidedCase());
    const { instructions, decision, epoch } = JSON.parse(text);
    const guide = readFileSync(
      fileURLToPath(new URL('../../../../../docs/guides/signatures.md', import.meta.url)),
      'utf8',
    );
    for (const command of instructions.commands as string[])
      expect(guide).toContain(
        command.replace(`${decision.application}-decision.json`, 'FILE').replace(String(epoch), 'EPOCH'),
      );
  });
});
