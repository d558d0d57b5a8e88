import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patienceMs } from '../../../../../../scripts/patience.ts';
import { findRisks } from '../pades/risks.ts';
import { verifyOnline } from '../verify-online.ts';
import { packedPdf, packedUpdate } from './test/packed-maker.ts';
import {
  addEvidence,
  baseObjects,
  completeEvidence,
  makePdf,
  OBJECT,
  objectText,
  placeOf,
  signPdf,
  stream,
  update,
} from './test/pdf-maker.ts';
import { NOW } from './test/pki.ts';
import { openScene, type Scene, sum } from './test/scene.ts';
import { pictureTricks, withTwin } from './test/tricks/bytes.ts';
import { createVerifier, type Verifier } from './verifier.ts';
import { viewVerification } from './view.ts';

let scene: Scene;
let verifier: Verifier;
beforeAll(async () => {
  scene = await openScene();
  verifier = createVerifier({ deadlineMs: patienceMs });
});
afterAll(() => verifier.close());

async function longTerm(objects = baseObjects()) {
  const signed = await signPdf(scene.country, makePdf(objects), { timestamp: true });
  return addEvidence(signed, await completeEvidence(scene.country));
}

const warningsOf = (file: Buffer) => findRisks(file, { anchors: scene.country.anchors, now: NOW });

describe('a document with object streams', () => {
  const plain = (bytes: Buffer, objects: Parameters<typeof update>[1]) => update(bytes, objects);
  const saves = { plain, packed: packedUpdate };
  const informed = { [OBJECT.information]: '<< /Title (Contract) /ModDate (D:20310506000000Z) >>' };

  it.each([
    ['plain', 'plain'],
    ['plain', 'packed'],
    ['packed', 'plain'],
    ['packed', 'packed'],
  ] as const)('may be signed twice, in a %s save and a %s one', async (first, second) => {
    const { country, verify, fetched } = scene;
    const signed = await signPdf(country, packedPdf(baseObjects()), { write: saves[first] });
    const both = await signPdf(country, signed, {
      signer: country.saruul,
      write: saves[second],
      rect: '300 40 500 90',
      appearance: 'BT /F 12 Tf (Saruul) Tj ET',
      change: (objects) => ({ ...objects, ...informed }),
    });
    const evidence = await fetched(country.bold, country.saruul);
    expect(sum(await verify(both, { evidence }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      allowed: ['SIGNATURE_ADDED', 'INFORMATION_UPDATED', 'MARK_ADDED'],
    });
    const saved = await verify(saves[second](both, { [OBJECT.information]: '<< /Title (Receipt) >>' }), {
      evidence,
    });
    expect(sum(saved)).toMatchObject({ refused: ['INFORMATION_CHANGED'] });
  });
});

it('accepts one line break after the end, whoever left it out', async () => {
  const { country, verify, fetched } = scene;
  const evidence = await fetched(country.bold);
  const document = await signPdf(country, makePdf());
  for (const end of ['\n', '\r', '\r\n']) {
    const bare = await signPdf(country, makePdf(), {
      write: (bytes, objects) => update(bytes, objects, { end: (text) => text.trimEnd() }),
    });
    const ended = Buffer.concat([bare, Buffer.from(end)]);
    expect(sum(await verify(ended, { evidence }))).toMatchObject({ verdict: 'TOTAL_PASSED' });
  }
  const twice = Buffer.concat([document, Buffer.from('\n')]);
  expect(sum(await verify(twice, { evidence }))).toMatchObject({ refused: ['DATA_AFTER_END'] });
});

it('accepts evidence that is packed, listed for a signature, or written in digits', async () => {
  const { country, verify } = scene;
  const signed = await longTerm();
  const der = Buffer.from(country.saruul.der);
  const [, store] = /\/DSS (\d+) 0 R/.exec(objectText(signed, OBJECT.catalog)) ?? [];
  const lists = '/Certs [60 0 R 61 0 R ';
  const index = `/VRI << /${'0A'.repeat(20)} << /Cert [60 0 R] /TU (D:20310506000000Z) >> >>`;
  const more = update(signed, {
    [Number(store)]: objectText(signed, Number(store)).replace('/Certs [', `${index} ${lists}`),
    60: stream(deflateSync(der).toString('latin1'), '/Filter /FlateDecode'),
    61: stream(`${der.toString('hex')}>`, '/Filter /ASCIIHexDecode'),
  });
  expect(sum(await verify(more))).toMatchObject({
    verdict: 'TOTAL_PASSED',
    allowed: ['EVIDENCE_ADDED', 'EVIDENCE_ADDED'],
  });
});

describe('words that only look like structure', () => {
  it.each([
    ['a reason', '/Reason (I object to 2 objects; see the trailer, the stream and xrefs)'],
    ['a place', '/Location (Ulaanbaatar, 3 trailer park)'],
  ])('are accepted in %s', async (_, more) => {
    const { country, verify, fetched } = scene;
    const evidence = await fetched(country.bold, country.saruul);
    const first = await signPdf(country, makePdf());
    const both = await signPdf(country, first, { signer: country.saruul, more });
    expect(sum(await verify(both, { evidence }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
    });
  });
});

describe('the warning before signing', () => {
  const base = makePdf();
  const changed = update(base, { [OBJECT.content]: stream('0 0 10 10 re f') });
  const packed = packedPdf(baseObjects());

  it.each([
    ['an object that nobody lists', withTwin(base)],
    ['an object inside a stream', makePdf({ ...baseObjects(), 30: stream('x\n4 0 obj\n<< >>\nendobj') })],
    ['bytes after the end', Buffer.concat([base, Buffer.from('words\n')])],
    [
      'an outdated object behind the newer one',
      update(changed, {}, { redirect: { [OBJECT.content]: placeOf(base, OBJECT.content) } }),
    ],
    [
      'an object stream with an object that nobody lists',
      update(base, { 30: stream('4 0 << /Length 0 >>', '/Type /ObjStm /N 1 /First 4') }),
    ],
  ])('is given for %s', async (_, file) => {
    expect(await warningsOf(file)).toContain('unlisted_object');
  });

  it.each([
    ['one save', base],
    ['blanks after the end', Buffer.concat([base, Buffer.from('\n\n')])],
    ['an older save', changed],
    ['object streams', packed],
    ['object streams in several saves', packedUpdate(packed, { [OBJECT.page]: baseObjects()[3] ?? '' })],
  ])('is not given for %s', async (_, file) => {
    expect(await warningsOf(file)).not.toContain('unlisted_object');
  });
});

describe('the picture', () => {
  it('cannot be switched off by the document', async () => {
    const [, unreadable] = pictureTricks;
    const result = await scene.verify((await unreadable?.make(scene)) ?? Buffer.alloc(0));
    expect(sum(result)).toMatchObject({
      verdict: 'INDETERMINATE PICTURE_NOT_COMPARED',
      refused: [],
      level: 'B-LT',
    });
    expect(viewVerification(result)).toMatchObject({
      lasting: null,
      text: { en: expect.stringContaining('could not be compared. Try again, or ask for another copy.') },
    });
  });

  it('may leave out pages of a long document that nobody touched', async () => {
    const kids = Array.from({ length: 60 }, (_, at) => 100 + at);
    const long = await longTerm({
      ...baseObjects(),
      [OBJECT.pages]: `<< /Type /Pages /Kids [3 0 R ${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count 61 >>`,
      ...Object.fromEntries(
        kids.map((kid) => [kid, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>']),
      ),
    });
    const result = await scene.verify(long);
    expect(sum(result)).toMatchObject({ verdict: 'TOTAL_PASSED' });
    expect(result.signatures[0]?.picture).toMatchObject({ status: 'partly', pages: 61 });
  });

  it('is drawn once, when all evidence is there', async () => {
    const { country, fetched } = scene;
    const signed = await signPdf(country, makePdf());
    const saved = update(signed, {
      [OBJECT.information]: '<< /Title (Contract) /ModDate (D:20310506000000Z) >>',
    });
    const statuses: (string | undefined)[] = [];
    const online = (answers: boolean) =>
      verifyOnline(
        {
          verifier: {
            ...verifier,
            verify: async (...given) => {
              const result = await verifier.verify(...given);
              statuses.push(result.signatures[0]?.picture.status);
              return result;
            },
          },
          anchors: country.anchors,
          evidence: {
            gather: async () => (answers ? await fetched(country.bold) : { ocsps: [], crls: [] }),
          },
          now: () => NOW,
          sealKeys: async () => new Set(),
        },
        { read: async () => saved },
        'client',
      );
    expect(sum(await online(true))).toMatchObject({ verdict: 'TOTAL_PASSED' });
    expect(sum(await online(false))).toMatchObject({ verdict: 'INDETERMINATE TRY_LATER' });
    expect(statuses).toEqual(['not_compared', 'same', 'not_compared', 'same']);
  });
});
