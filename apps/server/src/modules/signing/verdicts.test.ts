import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../scripts/debian-tools.mjs';
import type { TestServer } from '../../../test/server.ts';
import { x509 } from '../../kernel/pki/test-pki.ts';
import { createDesk } from './requests/test/desk.ts';
import { hidden, printedObjects, riskyDocuments, unclearPages } from './requests/test/risky-documents.ts';
import { openStage, type Stage } from './requests/test/stage.ts';
import { Budget } from './verify/budget.ts';
import { collectEvidence } from './verify/evidence.ts';
import { PdfFile } from './verify/pdf/document.ts';
import { addEvidence, makePdf, signPdf } from './verify/test/pdf-maker.ts';
import { createCountry, person, signingExtensions } from './verify/test/pki.ts';

const folder = mkdtempSync(join(tmpdir(), 'tamga-verdicts-'));
/** Longer than the clock moves. */
const dayLong = { ACCESS_TOKEN_MINUTES: '1440' };
let stage: Stage;
let foreign: Server;
let foreignUrl: string;
let foreignCalls = 0;
let strangers: Buffer;
/** Asks for a timestamp and no more. */
let modest: TestServer;

beforeAll(async () => {
  foreign = createServer((_request, reply) => {
    foreignCalls += 1;
    reply.writeHead(500).end();
  });
  await new Promise<void>((resolve) => {
    foreign.listen(0, '127.0.0.1', resolve);
  });
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  stage = await openStage({ env: dayLong });
  modest = await stage.world.startServer({ env: { ...dayLong, SIGN_LEVEL: 'B-T' } });
  await stage.enter(0, 1);
});
afterAll(async () => {
  foreign.close();
  rmSync(folder, { recursive: true, force: true });
  await stage.world.close();
});
beforeEach(() => stage.world.clock.advance(10 * 60_000));
afterEach(async () => {
  await control('DELETE', '/faults');
  await control('DELETE', '/revocations');
});

const { send, control, fault, post, sign, verify, inBasic, withTime, revoke } = createDesk(() => ({
  stage,
  modest,
}));

describe('a signature without long-term data', () => {
  it('is valid today when its authority says so now, and the answer says that it does not last', async () => {
    const basic = await inBasic();
    expect(basic.level).toBe('B-B');
    const verdict = await verify(basic.bytes);
    expect(verdict).toMatchObject({
      indication: 'TOTAL_PASSED',
      reason: null,
      lasting: false,
      lasting_reason: {
        code: 'NO_TIMESTAMP',
        text: { en: expect.stringContaining('cannot be proven later') },
      },
      signatures: [
        {
          indication: 'TOTAL_PASSED',
          level: 'B-B',
          lasting: false,
          time_source: 'claimed',
          certificate: { revocation: { status: 'good', kind: 'ocsp', embedded: false } },
        },
      ],
    });
    expect(verdict.text.en).toMatch(/^The signatures are valid today/);
    expect(verdict.text.mn).toMatch(/^Гарын үсэг өнөөдөр хүчинтэй/);
    const timed = await withTime();
    expect(timed.level).toBe('B-T');
    expect(await verify(timed.bytes)).toMatchObject({
      indication: 'TOTAL_PASSED',
      lasting: false,
      lasting_reason: { code: 'NO_REVOCATION_DATA' },
      signatures: [{ level: 'B-T', time_source: 'timestamp' }],
    });
    const complete = await sign();
    expect(await verify(complete.bytes)).toMatchObject({
      indication: 'TOTAL_PASSED',
      lasting: true,
      lasting_reason: null,
      signatures: [{ level: 'B-LT', lasting: true }],
    });
  });

  it('is told as revoked, except after a proven time', async () => {
    const [basic, timed] = [await inBasic(), await withTime()];
    const serial = (await verify(basic.bytes)).signatures[0].signer.certificate_serial;
    stage.world.clock.advance(10 * 60_000);
    await revoke(serial);
    expect(await verify(basic.bytes)).toMatchObject({
      indication: 'INDETERMINATE',
      reason: 'REVOKED_NO_POE',
      lasting: null,
      signatures: [{ certificate: { revocation: { status: 'revoked', revoked_at: expect.any(String) } } }],
    });
    expect((await verify(timed.bytes)).indication).toBe('TOTAL_PASSED');
    await control('DELETE', '/revocations');
    stage.world.clock.advance(10 * 60_000);
    await revoke(serial, new Date(stage.world.clock.now().getTime() - 86_400_000));
    expect(await verify(timed.bytes)).toMatchObject({
      indication: 'INDETERMINATE',
      reason: 'REVOKED_NO_POE',
    });
  });

  it('stays undecided without a usable answer: stale, foreign, or nobody there', async () => {
    const { bytes } = await inBasic();
    for (const kinds of [
      ['ocsp_stale'],
      ['ocsp_foreign'],
      ['ocsp_wrong_certificate'],
      ['ocsp_down', 'crl_down'],
      ['ocsp_down', 'crl_stale'],
    ]) {
      stage.world.clock.advance(10 * 60_000);
      for (const kind of kinds) await fault(kind);
      expect([kinds, await verify(bytes)]).toMatchObject([
        kinds,
        { indication: 'INDETERMINATE', reason: 'TRY_LATER', lasting: null },
      ]);
      await control('DELETE', '/faults');
    }
    stage.world.clock.advance(10 * 60_000);
    await fault('ocsp_down');
    expect((await verify(bytes)).signatures[0].certificate.revocation).toMatchObject({
      kind: 'crl',
      status: 'good',
    });
  });

  it('needs no second answer that is newer than its proven time, and asks for every check without one', async () => {
    const [basic, timed] = [await inBasic(), await withTime()];
    for (const { bytes } of [basic, timed]) expect((await verify(bytes)).indication).toBe('TOTAL_PASSED');
    for (const kind of ['ocsp_down', 'crl_down']) await fault(kind);
    stage.world.clock.advance(2 * 60_000);
    expect((await verify(timed.bytes)).indication).toBe('TOTAL_PASSED');
    expect((await verify(basic.bytes)).reason).toBe('TRY_LATER');
    stage.world.clock.advance(6 * 60_000);
    expect((await verify(timed.bytes)).reason).toBe('TRY_LATER');
  });

  it('is not confirmed by an answer from before it, kept here or carried by the document', async () => {
    const earlier = await sign([], stage.server, makePdf());
    const kept = await withTime();
    const [{ signer }] = (await verify(kept.bytes)).signatures;
    stage.world.clock.advance(60_000);
    const later = await sign([], modest, makePdf());
    const { items, certificates } = collectEvidence(new PdfFile(earlier.bytes, new Budget()), {
      ocsps: [],
      crls: [],
    });
    const of = (kind: string) => items.flatMap((item) => (item.kind === kind ? [item.der] : []));
    const hoarding = addEvidence(later.bytes, {
      ocsps: of('ocsp'),
      crls: of('crl'),
      certificates: certificates.map(({ der }) => der),
    });
    for (const kind of ['ocsp_down', 'crl_down']) await fault(kind);
    for (const bytes of [later.bytes, hoarding])
      expect(await verify(bytes)).toMatchObject({ indication: 'INDETERMINATE', reason: 'TRY_LATER' });
    await control('DELETE', '/faults');
    await revoke(signer.certificate_serial, new Date(stage.world.clock.now().getTime() - 30_000));
    // After the pause that an authority gets that was away.
    stage.world.clock.advance(60_000);
    for (const bytes of [later.bytes, hoarding])
      expect(await verify(bytes)).toMatchObject({ indication: 'INDETERMINATE', reason: 'REVOKED_NO_POE' });
    for (const { bytes } of [kept, earlier]) expect((await verify(bytes)).indication).toBe('TOTAL_PASSED');
  });

  it('cannot be proven after its certificate has ended', async () => {
    const { bytes } = await inBasic();
    const until = (await verify(bytes)).signatures[0].certificate.valid_until;
    const { now } = stage.world.clock;
    const aside = await stage.world.startServer();
    const ms = new Date(until).getTime() - now().getTime() + 60_000;
    stage.world.clock.advance(ms);
    expect(await verify(bytes, aside)).toMatchObject({
      indication: 'INDETERMINATE',
      reason: 'OUT_OF_BOUNDS_NO_POE',
    });
    stage.world.clock.advance(-ms);
    await aside.stop();
  });

  it('makes nobody call an address that a document names', async () => {
    const country = await createCountry();
    const now = stage.world.clock.now().getTime();
    const signer = await country.issueSigner({
      subject: person('Dorj', 'Bold', 'УУ90010112'),
      notBefore: new Date(now - 86_400_000),
      notAfter: new Date(now + 86_400_000),
      extensions: [
        ...signingExtensions(),
        new x509.AuthorityInfoAccessExtension({ ocsp: `${foreignUrl}/ocsp` }),
        new x509.CRLDistributionPointsExtension([`${foreignUrl}/list.crl`]),
      ],
    });
    strangers = await signPdf(country, makePdf(), { signer });
    expect(await verify(strangers)).toMatchObject({ reason: 'NO_CERTIFICATE_CHAIN_FOUND' });
    const anchors = join(folder, 'anchors.pem');
    writeFileSync(anchors, country.anchors);
    // Also below a root that is trusted: its authority is none that the operator listed.
    const trusting = await stage.world.startServer({ env: { TRUST_ANCHORS: anchors } });
    expect(await verify(strangers, trusting)).toMatchObject({
      indication: 'INDETERMINATE',
      reason: 'TRY_LATER',
    });
    await trusting.stop();
    expect(foreignCalls).toBe(0);
    const { bytes } = await inBasic();
    const offline = await stage.world.startServer({ env: { SIGN_VERIFY_ONLINE: 'false' } });
    expect(await verify(bytes, offline)).toMatchObject({ indication: 'INDETERMINATE', reason: 'TRY_LATER' });
    await offline.stop();
  });
});

describe('the validation report', () => {
  const report = async (file: Buffer) => {
    const answer = await fetch(`${stage.server.url}/api/v1/sign/verify/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf' },
      body: new Uint8Array(file),
    });
    return { answer, text: await answer.text() };
  };
  const xmlsec = (path: string) =>
    runTool('xmlsec1', [
      '--verify',
      '--enabled-key-data',
      'x509',
      '--id-attr:Id',
      'http://uri.etsi.org/01903/v1.3.2#:SignedProperties',
      '--trusted-pem',
      join(folder, 'root.pem'),
      '--verification-time',
      stage.world.clock.now().toISOString().slice(0, 19).replace('T', ' '),
      path,
    ]);

  it('states the verdict and the digest of the file under the seal of the platform, which xmlsec1 verifies', async () => {
    const { bytes } = await sign();
    const { answer, text } = await report(bytes);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain(
      'attachment; filename="validation-report.xml"',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('urn:etsi:019102:mainindication:total-passed');
    expect(text).toContain('urn:tamga:pades:B-LT');
    expect(text).toContain(createHash('sha256').update(bytes).digest('base64'));
    const path = join(folder, 'report.xml');
    writeFileSync(path, text);
    writeFileSync(
      join(folder, 'root.pem'),
      await (await fetch(`${stage.world.sandbox.url}/pki/root.pem`)).text(),
    );
    await xmlsec(path);
    writeFileSync(path, text.replace('total-passed', 'total-failed'));
    await expect(xmlsec(path)).rejects.toThrow();
    writeFileSync(path, text.replace(/<xades:SigningTime>\d{4}/, '<xades:SigningTime>2020'));
    await expect(xmlsec(path)).rejects.toThrow();
  });

  it('says that a signature does not last, and gives no name that nobody vouches for', async () => {
    const basic = await report((await inBasic()).bytes);
    expect(basic.text).toContain('It cannot be proven later: there is no timestamp.');
    expect(basic.text).toContain(`<vr:Signer>`);
    const unknown = await report(strangers);
    expect(unknown.text).toContain('urn:etsi:019102:subindication:NO_CERTIFICATE_CHAIN_FOUND');
    expect(unknown.text).not.toContain('Dorj');
  });

  it('is not made of a file without signatures', async () => {
    const { answer, text } = await report(stage.pdf);
    expect([answer.status, JSON.parse(text).error]).toEqual([422, 'nothing_to_report']);
  });
});

describe('signing', () => {
  const key = (value: string) => ({ 'idempotency-key': value });
  const body = (more: object = {}) => ({
    title: 'Гэрээ',
    order: 'any',
    deadline: new Date(stage.world.clock.now().getTime() + 2 * 3_600_000).toISOString(),
    parties: [stage.party(1)],
    ...more,
  });
  it('states no level in the mark, whatever is reached', async () => {
    for (const { bytes } of [await inBasic(), await sign()]) {
      const path = join(folder, 'mark.pdf');
      writeFileSync(path, bytes);
      const { stdout } = await runTool('pdftotext', [path, '-']);
      expect(stdout).toContain('PAdES');
      expect(stdout).not.toMatch(/B-(B|T|LT|LTA)\b/);
    }
  });

  it('sends a request once under one key, also at the same moment and after its deadline came near', async () => {
    const given = body();
    const answers = await Promise.all([1, 2, 3].map(() => send(given, key('once'))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    stage.world.clock.advance(90 * 60_000);
    expect(await send(given, key('once'))).toMatchObject({ status: 201, data: answers[0]?.data });
    const another = Buffer.concat([stage.pdf, Buffer.from('\n')]);
    for (const repeat of [send({ ...given, title: 'Өөр' }, key('once')), send(given, key('once'), another)])
      expect(await repeat).toMatchObject({ status: 409, error: 'idempotency_conflict' });
    expect((await send(body(), key('not a key'))).status).toBe(400);
    const { items } = (await stage.call('GET', '/sign/requests?box=sent', 0)).data;
    expect(items).toHaveLength(1);
  });

  it('counts a document as seen only when all of it was sent', async () => {
    const { id } = (await send(body(), {})).data;
    const path = `${stage.server.url}/api/v1/sign/requests/${id}/document`;
    const headers = { authorization: `Bearer ${stage.person(1).token}` };
    const etag = (await fetch(path, { method: 'HEAD', headers })).headers.get('etag') ?? '';
    for (const more of [
      { range: 'bytes=0-0' },
      { range: `bytes=1-` },
      { range: 'bytes=-1' },
      { range: 'bytes=999999999-' },
      { 'if-none-match': etag },
      { 'if-none-match': '*' },
    ]) {
      await (await fetch(path, { headers: { ...headers, ...more } })).arrayBuffer();
      expect([more, (await stage.begin(id, 1)).error]).toEqual([more, 'document_not_seen']);
      stage.world.clock.advance(60_000);
    }
    expect((await stage.view(id, 0)).parties[0].seen_at).toBeUndefined();
    const whole = await fetch(path, {
      headers: { authorization: `Bearer ${stage.person(1).token}`, range: 'bytes=0-' },
    });
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([206, stage.pdf.length]);
    expect((await stage.begin(id, 1)).status).toBe(200);
  });

  it('warns before the phone is asked', async () => {
    const cases = await riskyDocuments({
      plain: stage.pdf,
      signed: (await sign()).bytes,
      bare: (await sign([], stage.server, makePdf(printedObjects()))).bytes,
    });
    for (const [name, file, warnings] of cases) {
      stage.world.clock.advance(30_000);
      expect([name, (await post('/check', file)).data?.warnings]).toEqual([name, warnings]);
    }
    const { id } = (await send(body(), {}, hidden)).data;
    expect((await stage.call('GET', `/sign/requests/${id}/check`, 1)).data).toEqual({
      warnings: ['hidden_annotation'],
    });
    expect((await post('/init', hidden)).data.warnings).toEqual(['hidden_annotation']);
    expect((await post('/check', Buffer.from('hello'))).data.reason).toBe('not_a_pdf');
  });

  it('refuses a document of which programs would show other pages', async () => {
    for (const [name, file] of unclearPages) {
      stage.world.clock.advance(30_000);
      expect([name, (await post('/check', file)).data.reason]).toEqual([name, 'damaged']);
      expect([name, (await post('/init', file)).status]).toEqual([name, 400]);
    }
  });

  it('takes every name of a file and says what is wrong with a document that unpacks without end', async () => {
    const names = [
      'x'.repeat(3000),
      'x'.repeat(20_000),
      '😀'.repeat(300),
      '..\\..\\a.pdf',
      '\u202efdp.exe',
      '"; a="b',
      ' ',
      'ᠮᠣᠩᠭᠣᠯ.pdf',
    ];
    for (const name of names) {
      stage.world.clock.advance(60_000);
      const begun = await post('/init', stage.pdf, { name });
      expect([name, begun.status]).toEqual([name, 200]);
      expect([...begun.data.filename].length).toBeLessThanOrEqual(200);
    }
    const bomb = deflateSync(Buffer.alloc(120 * 1024 * 1024));
    const dict = `/Type /XRef /Root 2 0 R /W [1 4 1] /Size 99 /Filter /FlateDecode /Length ${bomb.length}`;
    const pdf = Buffer.concat([
      Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${dict} >>\nstream\n`),
      bomb,
      Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
    ]);
    expect(await post('/init', pdf)).toMatchObject({
      status: 400,
      error: 'not_signable',
      data: { reason: 'too_complex' },
    });
    expect((await verify(pdf)).reason).toBe('TOO_COMPLEX');
  });

  it('takes for verification more than for signing', async () => {
    const file = (bytes: number) => Buffer.alloc(bytes, '%PDF-1.7 ');
    expect((await verify(file(25 * 1024 * 1024 + 900_000))).signatures).toEqual([]);
    expect((await post('/verify', file(26 * 1024 * 1024))).status).toBe(413);
    expect((await post('/init', file(25 * 1024 * 1024 + 1))).status).toBe(413);
  });

  it('knows the seal of the platform by its key, not by its name', async () => {
    const country = await createCountry();
    const now = stage.world.clock.now().getTime();
    const name = [
      { '2.5.4.10': [{ utf8String: 'Tamga' }] },
      { '2.5.4.97': [{ utf8String: 'NTRMN-9000000' }] },
      { '2.5.4.3': [{ utf8String: 'Tamga' }] },
    ];
    const validity = { notBefore: new Date(now - 86_400_000), notAfter: new Date(now + 86_400_000) };
    const signer = await country.issueSigner({ subject: name, ...validity });
    const anchors = join(folder, 'anchors.pem');
    writeFileSync(anchors, country.anchors);
    const trusting = await stage.world.startServer({ env: { ...dayLong, TRUST_ANCHORS: anchors } });
    const { signatures } = await verify(await signPdf(country, makePdf(), { signer }), trusting);
    await trusting.stop();
    expect(signatures).toMatchObject([
      { reason: 'TRY_LATER', signer: { organisation: { register_number: '9000000' }, is_platform: false } },
    ]);
  });
});
