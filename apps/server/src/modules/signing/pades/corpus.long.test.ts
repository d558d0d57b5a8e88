import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embed, type PdfRefused, type PrepareOptions, prepare } from '../index.ts';
import { verifyPdf } from '../verify/index.ts';
import { buildHybridPdf, buildPdf, EMPTY_SIGNATURE, SCRIPT, TEXT_FIELD } from './test/corpus.ts';
import { BOLD, openStage, SARNAI, type Stage } from './test/stage.ts';
import { createTools, type Tools } from './test/tools.ts';

let stage: Stage;
let tools: Tools;
beforeAll(async () => {
  stage = await openStage();
  tools = createTools(stage.dir, stage.trustPath);
});
afterAll(() => stage.close());

async function prepareFor(pdf: Uint8Array, options: Partial<PrepareOptions> = {}) {
  const { certificate, chain } = await stage.person(BOLD);
  return prepare(pdf, { signerCertificate: certificate, chain, at: stage.now(), ...options });
}

async function refusalOf(pdf: Uint8Array, options: Partial<PrepareOptions> = {}): Promise<string> {
  return prepareFor(pdf, options).then(
    () => 'accepted',
    (error: PdfRefused) => error.reason,
  );
}

/** Signs at B-LTA, the level with the most changes, and lets others judge the file. */
async function expectSigned(pdf: Uint8Array, options: Partial<PrepareOptions> = {}): Promise<Uint8Array> {
  const signed = await stage.sign(pdf, 'B-LTA', options);
  expect(signed).toMatchObject({ level: 'B-LTA', shortfall: null });
  expect(Buffer.from(signed.bytes.subarray(0, pdf.length)).equals(pdf)).toBe(true);
  expect(await tools.pdfsig(signed.bytes)).toEqual(['valid', 'timestamp']);
  expect(await tools.openssl(signed.bytes)).toEqual(['CAdES OK', 'timestamp OK', 'timestamp OK']);
  await tools.checkSyntax(signed.bytes);
  expect(await judged(signed.bytes)).toEqual([['TOTAL_PASSED', 'B-LTA']]);
  return signed.bytes;
}

/** What our own verifier says about each signature. */
const judged = async (bytes: Uint8Array) =>
  (await verifyPdf(bytes, { anchors: stage.rootPem, now: stage.now() })).signatures.map(
    ({ indication, level }) => [indication, level],
  );

describe('a document is signed by appending to it', () => {
  it('with a cross-reference table', () => expectSigned(buildPdf()));
  it('without an end of line at its end', () => expectSigned(buildPdf().subarray(0, -1)));
  it('with a cross-reference stream and object streams', async () => {
    await expectSigned(await tools.qpdf(buildPdf({ pages: 3 }), '--object-streams=generate'));
  });
  it('with both (hybrid)', () => expectSigned(buildHybridPdf()));
  it('linearised', async () => {
    const linear = await tools.qpdf(buildPdf({ pages: 5 }), '--linearize');
    expect(Buffer.from(linear).includes('/Linearized')).toBe(true);
    await expectSigned(linear);
  });
  it('linearised with object streams', async () => {
    await expectSigned(await tools.qpdf(buildPdf({ pages: 5 }), '--linearize', '--object-streams=generate'));
  });
  it('of 1,000 pages', () => expectSigned(buildPdf({ pages: 1000 })));
  it('of 25 MiB', () => expectSigned(buildPdf({ ballast: 25 * 1024 * 1024 })));
  it('saved several times before', async () => {
    const pdf = await PDF.load(buildPdf());
    pdf.setTitle('Once more');
    await expectSigned(await pdf.save({ incremental: true }));
  });

  it('with a form, in a new field and in the field that its author placed', async () => {
    const form = buildPdf({ fields: [TEXT_FIELD, EMPTY_SIGNATURE] });
    await expectSigned(form);
    const filled = await expectSigned(form, { fieldName: 'Approval' });
    expect(await refusalOf(filled, { fieldName: 'Approval' })).toBe('field_taken');
    expect(await refusalOf(form, { fieldName: 'name' })).toBe('field_taken');
  });

  it('with a script inside, and the caller learns of it', async () => {
    const pdf = buildPdf({ catalog: SCRIPT });
    expect((await prepareFor(pdf)).warnings).toEqual(['script']);
    expect((await prepareFor(buildPdf())).warnings).toEqual([]);
    await expectSigned(pdf);
  });
});

describe('a document that others signed', () => {
  it.each(['b-lta-linearized', 'b-lt-pss', 'pkcs7'])(
    '%s is signed, and nothing of theirs is changed',
    async (name) => {
      const theirs = await readFile(new URL(`../verify/test/corpus/${name}.pdf`, import.meta.url));
      const { bytes } = await stage.sign(theirs, 'B-LT');
      expect(Buffer.from(bytes.subarray(0, theirs.length)).equals(theirs)).toBe(true);
      expect(await tools.pdfsig(bytes)).toEqual([...(await tools.pdfsig(theirs)), 'valid']);
      const { signatures: found } = await verifyPdf(bytes, { anchors: stage.rootPem, now: stage.now() });
      const [first] = found;
      expect(first?.problems).not.toContain('CHANGED_AFTER_SIGNING');
      expect(first?.changes.map(({ isAllowed }) => isAllowed)).not.toContain(false);
      expect(first?.changes.map(({ kind }) => kind)).toContain('SIGNATURE_ADDED');
      expect(found.at(-1)).toMatchObject({ indication: 'TOTAL_PASSED', level: 'B-LT' });
    },
  );

  it('is refused if they certified it without changes', async () => {
    const theirs = await readFile(new URL('../verify/test/corpus/certified-1-filled.pdf', import.meta.url));
    expect(await refusalOf(theirs)).toBe('changes_forbidden');
  });
});

describe('a document is refused', () => {
  it('if it unpacks to far more than it is', async () => {
    const bomb = deflateSync(Buffer.alloc(300 * 1024 * 1024));
    const dict = `/Type /XRef /Root 2 0 R /W [1 4 1] /Size 99 /Filter /FlateDecode /Length ${bomb.length}`;
    const pdf = Buffer.concat([
      Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${dict} >>\nstream\n`),
      bomb,
      Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
    ]);
    expect(await refusalOf(pdf)).toBe('too_complex');
  });

  it('if it is no PDF', async () => {
    expect(await refusalOf(Buffer.from('PK\u0003\u0004 and so on'))).toBe('not_a_pdf');
    expect(await refusalOf(new Uint8Array())).toBe('not_a_pdf');
    expect(await refusalOf(Buffer.concat([Buffer.from('MZ'), buildPdf()]))).toBe('not_a_pdf');
  });

  it('if it is encrypted, even with an empty password', async () => {
    for (const bits of ['128', '256']) {
      const weak = bits === '128' ? ['--allow-weak-crypto'] : [];
      const options = ['--encrypt', 'user', 'owner', bits, '--'];
      expect(await refusalOf(await tools.qpdf(buildPdf(), ...weak, ...options))).toBe('encrypted');
      const open = ['--encrypt', '', 'owner', bits, '--'];
      expect(await refusalOf(await tools.qpdf(buildPdf(), ...weak, ...open))).toBe('encrypted');
    }
  });

  it('if it is damaged, because repairing it would rewrite it', async () => {
    const pdf = Buffer.from(buildPdf({ pages: 3 }));
    expect(await refusalOf(Buffer.from('%PDF-1.7\nnothing more'))).toBe('damaged');
    expect(await refusalOf(pdf.subarray(0, pdf.length / 2))).toBe('damaged');
    const moved = Buffer.from(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    expect(await refusalOf(moved)).toBe('damaged');
    const empty = Buffer.from(pdf.toString('latin1').replace('/Root 1 0 R', '/Root 9 0 R'), 'latin1');
    expect(await refusalOf(empty)).toBe('damaged');
  });
});

describe('a certified document', () => {
  const mark = {
    kind: 'signature' as const,
    name: { mn: 'Болд', en: 'Bold' },
    time: '2026-11-16 16:00',
    verifyUrl: 'https://tamga.example/verify',
  };

  it('that forbids changes is refused', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-LTA', { certify: 1 });
    expect(await tools.pdfsig(bytes)).toEqual(['valid', 'timestamp']);
    expect(await judged(bytes)).toEqual([['TOTAL_PASSED', 'B-LTA']]);
    expect(await refusalOf(bytes)).toBe('changes_forbidden');
  });

  it.each([2, 3] as const)(
    'that allows signatures (%i) is signed, but not with a new visible mark',
    async (allowed) => {
      const { bytes } = await stage.sign(buildPdf({ fields: [EMPTY_SIGNATURE] }), 'B-LT', {
        certify: allowed,
      });
      const signed = await stage.sign(bytes, 'B-LT', { by: SARNAI });
      expect(signed).toMatchObject({ level: 'B-LT', shortfall: null });
      expect(await tools.pdfsig(signed.bytes)).toEqual(['valid', 'valid']);
      const both = Array(2).fill(['TOTAL_PASSED', 'B-LT']);
      expect(await judged(signed.bytes)).toEqual(both);
      expect(await refusalOf(bytes, { mark })).toBe('mark_not_allowed');
      const placed = await stage.sign(bytes, 'B-LT', { by: SARNAI, fieldName: 'Approval', mark });
      expect(await tools.pdfsig(placed.bytes)).toEqual(['valid', 'valid']);
      expect(await judged(placed.bytes)).toEqual(both);
    },
  );

  it('cannot be certified again, nor one that is signed', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-B');
    expect(await refusalOf(bytes, { certify: 2 })).toBe('already_signed');
  });

  it('without a stated permission allows signatures, as the standard has it', async () => {
    const reference = '/Reference [<< /TransformMethod /DocMDP /TransformParams << >> >>]';
    const field = `/FT /Sig /T (Author) /Rect [0 0 0 0] /V << /Type /Sig ${reference} >>`;
    expect(await refusalOf(buildPdf({ fields: [field] }))).toBe('accepted');
    const strict = field.replace('<< >>', '<< /P 1 >>');
    expect(await refusalOf(buildPdf({ fields: [strict] }))).toBe('changes_forbidden');
  });
});

describe('a document whose fields an earlier signature locked', () => {
  const signedBy = (parameters: string) =>
    `/FT /Sig /T (First) /Rect [0 0 0 0] /V << /Type /Sig /Reference [<< /TransformMethod /FieldMDP /TransformParams << ${parameters} >> >>] >>`;

  it('is refused if the lock covers the field', async () => {
    const pdf = (parameters: string) => buildPdf({ fields: [EMPTY_SIGNATURE, signedBy(parameters)] });
    expect(await refusalOf(pdf('/Action /All'))).toBe('fields_locked');
    const named = pdf('/Action /Include /Fields [(Approval)]');
    expect(await refusalOf(named, { fieldName: 'Approval' })).toBe('fields_locked');
    expect(await refusalOf(named)).toBe('accepted');
    const others = pdf('/Action /Exclude /Fields [(Approval)]');
    expect(await refusalOf(others, { fieldName: 'Approval' })).toBe('accepted');
    expect(await refusalOf(others)).toBe('fields_locked');
  });
});

describe('between preparing and embedding', () => {
  it('everything is plain data, so that another process can finish', async () => {
    const person = await stage.person(BOLD);
    const { bytes, state, digest } = await prepareFor(buildPdf());
    const stored = JSON.stringify(state);
    const raw = await person.approve(digest);
    const signed = await embed({ bytes: Buffer.from(bytes), state: JSON.parse(stored) }, raw);
    const again = await embed({ bytes: Buffer.from(bytes), state: JSON.parse(stored) }, raw);
    expect(Buffer.from(again).equals(signed)).toBe(true);
  });

  it('the digest fits the phone: SHA-256 of the signed attributes', async () => {
    const { digest } = await prepareFor(buildPdf());
    expect(digest).toHaveLength(32);
  });

  it.each([
    ['another person’s signature', 'signature_invalid'],
    ['a signature over another digest', 'signature_invalid'],
    ['a changed document', 'other_document'],
    ['an earlier document', 'other_document'],
    ['nothing', 'signature_invalid'],
  ])('%s is not embedded', async (what, reason) => {
    const person = await stage.person(BOLD);
    const other = await stage.person(SARNAI);
    const prepared = await prepareFor(buildPdf());
    const elsewhere = await prepareFor(buildPdf({ pages: 2 }));
    const { digest, state } = prepared;
    const changed = Buffer.from(prepared.bytes);
    changed[100] = (changed[100] ?? 0) ^ 1;
    const attempts: Record<string, () => Promise<Uint8Array>> = {
      'another person’s signature': async () => embed(prepared, await other.approve(digest)),
      'a signature over another digest': async () => embed(prepared, await person.approve(elsewhere.digest)),
      'a changed document': async () => embed({ bytes: changed, state }, await person.approve(digest)),
      'an earlier document': async () =>
        embed({ bytes: elsewhere.bytes, state }, await person.approve(digest)),
      nothing: async () => embed(prepared, new Uint8Array(64)),
    };
    await expect(attempts[what]?.()).rejects.toMatchObject({ reason });
  });

  it('a timestamp of another signature is not embedded', async () => {
    const person = await stage.person(BOLD);
    const prepared = await prepareFor(buildPdf());
    const value = Buffer.alloc(32, 7);
    const token = await stage.ports().timestamp?.timestamp({ digest: 'SHA-256', value });
    await expect(embed(prepared, await person.approve(prepared.digest), token)).rejects.toMatchObject({
      reason: 'timestamp_for_other_signature',
    });
  });
});
