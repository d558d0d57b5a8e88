import { beforeAll, describe, expect, it } from 'vitest';
import {
  addDocumentTimestamp,
  addEvidence,
  completeEvidence,
  makePdf,
  OBJECT,
  objectText,
  signPdf,
  stream,
  update,
} from './test/pdf-maker.ts';
import { openScene, type Scene, sum } from './test/scene.ts';
import {
  certifiedWith,
  contractObjects,
  FORM,
  fillAndSign,
  filledField,
  formObjects,
} from './test/tricks/contract.ts';
import { drawingTricks, drawnMark, honestMarks } from './test/tricks/drawings.ts';
import { honestFills, shownTricks } from './test/tricks/shown.ts';
import { viewVerification } from './view.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});

describe('a certified document', () => {
  const filled = (bytes: Buffer) =>
    update(bytes, {
      [OBJECT.field]: objectText(bytes, OBJECT.field).replace('/V (100)', '/V (250)'),
      [OBJECT.appearance]: objectText(bytes, OBJECT.appearance).replace('(100)', '(250)'),
    });

  it.each([
    [1, { refused: ['FIELD_VALUE_REPLACED'] }],
    [2, { refused: [], allowed: ['FORM_FILLED'], verdict: 'TOTAL_PASSED' }],
    [3, { refused: [], allowed: ['FORM_FILLED'], verdict: 'TOTAL_PASSED' }],
  ] as const)('with permission %i judges a filled form field', async (level, expected) => {
    const { country, verify, fetched } = scene;
    const certified = await signPdf(country, makePdf(), certifiedWith(level));
    const result = await verify(filled(certified), { evidence: await fetched(country.bold) });
    expect(sum(result)).toMatchObject(expected);
    expect(result.signatures[0]?.certified).toBe(level);
  });

  it('with permission 1 accepts evidence and refuses a second signature', async () => {
    const { country, verify } = scene;
    const certified = await signPdf(country, makePdf(), { ...certifiedWith(1), timestamp: true });
    const complete = addEvidence(certified, await completeEvidence(country));
    expect(sum(await verify(await addDocumentTimestamp(country, complete)))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      level: 'B-LTA',
    });
    const second = await signPdf(country, complete, { signer: country.saruul });
    expect(sum(await verify(second))).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      refused: ['SIGNATURE_ADDED'],
    });
  });

  it('keeps a field that a signature locked', async () => {
    const { country, verify, fetched } = scene;
    const lock = (fields: string) => ({
      ...certifiedWith(2),
      more: certifiedWith(2).more.replace(
        ' >>]',
        ` >> << /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(${fields})] >> >>]`,
      ),
    });
    const evidence = await fetched(country.bold);
    const locked = await signPdf(country, makePdf(), lock('amount'));
    expect(sum(await verify(filled(locked), { evidence }))).toMatchObject({
      refused: ['FIELD_VALUE_REPLACED'],
    });
    const open = await signPdf(country, makePdf(), lock('other'));
    expect(sum(await verify(filled(open), { evidence }))).toMatchObject({ verdict: 'TOTAL_PASSED' });
  });

  it('with permission 3 accepts a small note and no stamp', async () => {
    const { country, verify, fetched } = scene;
    const evidence = await fetched(country.bold);
    const certified = await signPdf(country, makePdf(), certifiedWith(3));
    const page = objectText(certified, OBJECT.page).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 40 0 R]');
    const annotation = (kind: string) =>
      `<< /Type /Annot /Subtype /${kind} /Rect [20 20 40 40] /P 3 0 R /Contents (?) >>`;
    const note = update(certified, { [OBJECT.page]: page, 40: annotation('Text') });
    expect(sum(await verify(note, { evidence }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      allowed: ['NOTE_ADDED'],
    });
    const stamp = update(certified, { [OBJECT.page]: page, 40: annotation('Stamp') });
    expect(sum(await verify(stamp, { evidence }))).toMatchObject({ refused: ['ANNOTATION_ADDED'] });
  });
});

describe('what is shown beside what was signed', () => {
  const evidenceOf = async () => {
    const { country, fetched } = scene;
    return fetched(country.bold, country.saruul, country.authority);
  };

  it('is a certified form that two people fill and sign in turn', async () => {
    const { country, verify } = scene;
    const empty = (num: number, text: string) => ({
      [num]: text.replace(' /V (100) /AP << /N 9 0 R >>', ''),
    });
    const blank = formObjects(empty(FORM.amount, formObjects()[FORM.amount] ?? ''));
    const certified = await signPdf(country, makePdf(blank), { ...certifiedWith(2), timestamp: true });
    const first = await fillAndSign(scene, certified, filledField(certified, FORM.amount, '250'), {
      signer: country.saruul,
      rect: '300 40 500 90',
      appearance: '0.2 0.4 0.6 rg 0 0 100 50 re f',
    });
    const both = await fillAndSign(scene, first, filledField(first, FORM.remarks, 'in May'));
    const result = await verify(both, { evidence: await evidenceOf() });
    expect(result.signatures.map(({ changes }) => changes.filter(({ isAllowed }) => !isAllowed))).toEqual([
      [],
      [],
      [],
    ]);
    expect(
      result.signatures.map(({ indication, certified: level, picture }) => [
        indication,
        level,
        picture.status,
      ]),
    ).toEqual([
      ['TOTAL_PASSED', 2, 'filled'],
      ['TOTAL_PASSED', 2, 'filled'],
      ['TOTAL_PASSED', 2, 'not_needed'],
    ]);
    const view = viewVerification(result);
    expect(view.text.en).toContain('“amount” – “250”, “remarks” – “in May”');
    expect(view.signatures[0]?.text.mn).toContain('“amount” – “250”');
    for (const { text } of [view, ...view.signatures.slice(0, 2)]) {
      expect(text.en).not.toContain('not changed');
      expect(text.mn).not.toContain('өөрчлөгдөөгүй');
    }
    expect(view.signatures[1]?.text.en).not.toContain('amount');
    expect(view.signatures[2]?.text.en).toContain('not changed');
    expect(view.signatures[0]?.picture.changed_pages).toEqual([1]);
    expect(view.signatures[0]?.changes.find(({ code }) => code === 'FORM_FILLED')).toMatchObject({
      where: 'amount',
      value: '250',
      page: 1,
    });
  });

  it('is the mark alone, when it stands apart on a blank place', async () => {
    const { country, verify } = scene;
    const signed = await signPdf(country, makePdf(contractObjects()), { timestamp: true });
    const second = await signPdf(country, signed, {
      ...{ signer: country.saruul, timestamp: true, rect: '300 40 500 90' },
      appearance: '0.2 0.4 0.6 rg 0 0 100 50 re f',
    });
    for (const isSealed of [false, true]) {
      const result = await verify(second, { evidence: await evidenceOf(), isSealed });
      expect(sum(result)).toMatchObject({
        verdict: 'TOTAL_PASSED',
        allowed: ['SIGNATURE_ADDED', 'MARK_ADDED'],
      });
      expect(result.signatures[0]?.picture.status).toBe('marked');
      const { text } = viewVerification(result);
      expect(text.en).toContain('mark of another signature was added on a blank place of page 1');
      expect(text.en).not.toContain('not changed');
      expect(text.mn).not.toContain('өөрчлөгдөөгүй');
    }
  });

  it.each(honestMarks)('is the mark of another program: %s', async (_, objects) => {
    const signed = await signPdf(scene.country, makePdf(contractObjects()), { timestamp: true });
    const second = await drawnMark(objects, signed, scene);
    expect(sum(await scene.verify(second, { evidence: await evidenceOf() }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      refused: [],
    });
  });

  it('is a mark that programs draw each in its own way', async () => {
    const [trick] = drawingTricks;
    const result = await scene.verify((await trick?.make(scene)) ?? Buffer.alloc(0));
    expect(sum(result)).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      refused: ['STRUCTURE_AMBIGUOUS'],
    });
  });

  it.each([
    ['digits next to a number', '186 698 196 712'],
    ['a word below the text', '72 682 100 694'],
  ])('is the mark beside the text: %s', async (_, rect) => {
    const { country, verify } = scene;
    const signed = await signPdf(country, makePdf(contractObjects()), { timestamp: true });
    const second = await signPdf(country, signed, {
      ...{ signer: country.saruul, timestamp: true, rect },
      appearance: '0 g 0 0 100 50 re f',
    });
    const result = await verify(second, { evidence: await evidenceOf() });
    expect(sum(result)).toMatchObject({
      verdict: 'TOTAL_PASSED',
      allowed: ['SIGNATURE_ADDED', 'MARK_BESIDE_CONTENT'],
    });
    expect(result.signatures[0]?.picture).toMatchObject({ status: 'covered', changedPages: [1] });
    const { text } = viewVerification(result);
    expect(text.en).toContain('was drawn next to the text of page 1');
    expect(text.en).not.toContain('not changed');
    expect(text.mn).toContain('зэрэгцсэн');
  });

  const text = 'BT /F 12 Tf 72 700 Td (Bold pays 100 tugrik) Tj ET';
  const clauses = Array.from({ length: 20 }, (_, at) => `0 -18 Td (Clause ${at} of the contract) Tj`).join(
    ' ',
  );
  const long = text.replace(' ET', ` ${clauses} ET`);
  it('is the mark of another signer, where both sign in the same place', async () => {
    const { country, verify } = scene;
    const drawing = '0.2 0.4 0.6 rg 0 0 100 50 re f 1 g 10 10 30 30 re f';
    const options = { timestamp: true, rect: '300 40 500 140', appearance: drawing };
    const signed = await signPdf(country, makePdf(contractObjects()), options);
    const second = await signPdf(country, signed, { ...options, signer: country.saruul });
    const result = await verify(second, { evidence: await evidenceOf() });
    expect(sum(result)).toMatchObject({
      verdict: 'TOTAL_PASSED',
      allowed: ['SIGNATURE_ADDED', 'CONTENT_COVERED'],
    });
  });

  it.each([
    ['a dotted line', '300 40 500 90', `${long} BT /F 12 Tf 310 50 Td (........................) Tj ET`],
    ['a line below little text', '300 40 500 90', `${text} 0.5 w 310 50 m 480 50 l S`],
    ['a word', '72 640 100 664', long],
    ['a coloured place', '320 320 360 350', `${long} 0.9 0.3 0.3 rg 300 300 120 80 re f`],
  ])('is what a later mark over %s covers', async (_, rect, content) => {
    const { country, verify } = scene;
    const objects = { ...contractObjects(), [OBJECT.content]: stream(content) };
    const signed = await signPdf(country, makePdf(objects), { timestamp: true });
    const second = await signPdf(country, signed, {
      ...{ signer: country.saruul, timestamp: true, rect },
      appearance: '0.2 0.4 0.6 rg 0 0 100 50 re f',
    });
    const result = await verify(second, { evidence: await evidenceOf() });
    expect(sum(result)).toMatchObject({
      verdict: 'TOTAL_PASSED',
      allowed: ['SIGNATURE_ADDED', 'CONTENT_COVERED'],
    });
    expect(result.signatures[0]?.picture).toMatchObject({ status: 'covered', changedPages: [1] });
    const view = viewVerification(result);
    expect(view.text.en).toContain('covers a part of page 1');
    expect(view.text.en).not.toContain('not changed');
    expect(view.signatures[1]?.text.en).toContain('not changed');
    expect(sum(await verify(second, { evidence: await evidenceOf(), isSealed: true }))).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      refused: ['CONTENT_COVERED'],
    });
  });
});

describe('a field that shows what it says', () => {
  it('is neither proven nor disproved if its letters come from an embedded font, as Cyrillic ones do', async () => {
    const unclear = shownTricks.find(({ name }) => name === 'a font with a program');
    const result = await scene.verify((await unclear?.make(scene)) ?? Buffer.alloc(0));
    expect(sum(result)).toMatchObject({
      verdict: 'INDETERMINATE CHANGES_NOT_PROVEN',
      refused: ['FIELD_UNCLEAR'],
    });
    expect(viewVerification(result).signatures[0]?.text.en).not.toContain('not changed');
  });

  it.each(honestFills)('is accepted: %s', async (_, { objects, fill, value }) => {
    const { country, verify, fetched } = scene;
    const certified = await signPdf(country, makePdf(formObjects(objects)), certifiedWith(2));
    const result = await verify(update(certified, fill(certified)), {
      evidence: await fetched(country.bold),
    });
    expect(sum(result)).toMatchObject({ verdict: 'TOTAL_PASSED', refused: [] });
    expect(viewVerification(result).text.en).toContain(value);
  });
});
