import { beforeAll, describe, expect, it } from 'vitest';
import { makeCms, sha256 } from './test/cms-maker.ts';
import {
  addEvidence,
  baseObjects,
  completeEvidence,
  fill,
  makeHole,
  makePdf,
  OBJECT,
  objectText,
  placeOf,
  signPdf,
  stream,
  update,
} from './test/pdf-maker.ts';
import { openScene, type Scene, sum } from './test/scene.ts';

let scene: Scene;
let signed: Buffer;
beforeAll(async () => {
  scene = await openScene();
  signed = addEvidence(
    await signPdf(scene.country, makePdf(), { timestamp: true }),
    await completeEvidence(scene.country),
  );
});

const judge = async (bytes: Buffer) => sum(await scene.verify(bytes));
const text = (num: number) => objectText(signed, num);
const withAnnotation = (num: number) =>
  text(OBJECT.page).replace(/\/Annots \[([^\]]*)\]/, `/Annots [$1 ${num} 0 R]`);

describe('an update after the signature', () => {
  const evil = stream('BT /F 12 Tf 72 700 Td (Bold pays 999 tugrik) Tj ET');
  const attacks: [name: string, kind: string, attack: () => Buffer][] = [
    ['replaces the content of a page', 'CONTENT_REPLACED', () => update(signed, { [OBJECT.content]: evil })],
    [
      'gives a page other content',
      'CONTENT_REPLACED',
      () =>
        update(signed, {
          [OBJECT.page]: text(OBJECT.page).replace('/Contents 4 0 R', '/Contents 50 0 R'),
          50: evil,
        }),
    ],
    [
      'frees an overlay in the cross-reference table',
      'OVERLAY_REMOVED',
      () => update(signed, { [OBJECT.overlay]: null }),
    ],
    [
      'empties an overlay (shadow attack: hide)',
      'OVERLAY_REMOVED',
      () =>
        update(signed, { [OBJECT.overlay]: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 595 842]') }),
    ],
    [
      'frees an annotation that covers text',
      'OVERLAY_REMOVED',
      () => update(signed, { [OBJECT.stamp]: null }),
    ],
    [
      'takes an annotation from its page',
      'ANNOTATION_REMOVED',
      () => update(signed, { [OBJECT.page]: text(OBJECT.page).replace('12 0 R ', '') }),
    ],
    [
      'replaces a font (shadow attack: replace)',
      'FONT_REPLACED',
      () => update(signed, { [OBJECT.font]: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>' }),
    ],
    [
      'shows a hidden page (shadow attack: hide and replace)',
      'HIDDEN_CONTENT_ACTIVATED',
      () => update(signed, { [OBJECT.pages]: text(OBJECT.pages).replace('3 0 R', '14 0 R') }),
    ],
    [
      'lays an annotation over text',
      'ANNOTATION_ADDED',
      () =>
        update(signed, {
          [OBJECT.page]: withAnnotation(50),
          50: '<< /Type /Annot /Subtype /FreeText /Rect [72 690 300 720] /Contents (900) /P 3 0 R >>',
        }),
    ],
    [
      'changes an annotation',
      'ANNOTATION_CHANGED',
      () =>
        update(signed, { [OBJECT.stamp]: text(OBJECT.stamp).replace('300 700 400 750', '72 690 300 720') }),
    ],
    [
      "replaces a field's appearance",
      'FIELD_APPEARANCE_REPLACED',
      () => update(signed, { [OBJECT.appearance]: text(OBJECT.appearance).replace('(100)', '(900)') }),
    ],
    [
      'gives a field another appearance',
      'FIELD_APPEARANCE_REPLACED',
      () =>
        update(signed, {
          [OBJECT.field]: text(OBJECT.field).replace('9 0 R', '50 0 R'),
          50: text(OBJECT.appearance).replace('(100)', '(900)'),
        }),
    ],
    [
      'replaces the value of a field',
      'FIELD_VALUE_REPLACED',
      () => update(signed, { [OBJECT.field]: text(OBJECT.field).replace('/V (100)', '/V (900)') }),
    ],
    [
      'moves a field',
      'FIELD_MOVED',
      () => update(signed, { [OBJECT.field]: text(OBJECT.field).replace('72 600', '72 690') }),
    ],
    [
      'lets the reader draw the fields anew',
      'FIELD_APPEARANCE_REPLACED',
      () => update(signed, { [OBJECT.form]: text(OBJECT.form).replace(' >>', ' /NeedAppearances true >>') }),
    ],
    [
      'adds a field',
      'FIELD_ADDED',
      () =>
        update(signed, {
          [OBJECT.page]: withAnnotation(50),
          [OBJECT.form]: text(OBJECT.form)
            .replace('/Fields [8 0 R', '/Fields [8 0 R')
            .replace(']', ' 50 0 R]'),
          50: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (more) /V (900) /Rect [72 690 300 720] /P 3 0 R >>',
        }),
    ],
    [
      'adds a script',
      'SCRIPT_ADDED',
      () =>
        update(signed, {
          [OBJECT.catalog]: text(OBJECT.catalog).replace(
            / >>$/,
            ' /OpenAction << /S /JavaScript /JS (x) >> >>',
          ),
        }),
    ],
    [
      'adds layers',
      'LAYERS_CHANGED',
      () =>
        update(signed, {
          [OBJECT.catalog]: text(OBJECT.catalog).replace(/ >>$/, ' /OCProperties << /OCGs [] >> >>'),
        }),
    ],
    [
      'names another catalog',
      'CATALOG_REPLACED',
      () => update(signed, { 50: text(OBJECT.catalog) }, { trailer: '/Root 50 0 R /Info 10 0 R' }),
    ],
    [
      'turns or cuts a page',
      'PAGE_CHANGED',
      () =>
        update(signed, {
          [OBJECT.page]: text(OBJECT.page).replace('/MediaBox [0 0 595 842]', '/MediaBox [0 0 595 300]'),
        }),
    ],
    [
      'allows itself more',
      'PERMISSIONS_CHANGED',
      () => update(signed, { [OBJECT.catalog]: text(OBJECT.catalog).replace(/ >>$/, ' /Perms << >> >>') }),
    ],
    [
      'leaves an object that nothing refers to',
      'UNREFERENCED_OBJECT',
      () => update(signed, { 60: '<< /Type /Page >>' }),
    ],
  ];

  it.each(attacks)('%s: %s', async (_, kind, attack) => {
    const { verdict, problems, refused, level } = await judge(attack());
    expect(refused).toContain(kind);
    expect(problems).toContain('CHANGED_AFTER_SIGNING');
    expect({ verdict, level }).toEqual({ verdict: 'TOTAL_FAILED FORMAT_FAILURE', level: null });
  });

  it('points an object to bytes hidden in the signed part (shadow attack: hide and replace)', async () => {
    const hiding = { ...baseObjects(), [OBJECT.hiddenContent]: stream(`x\n4 0 obj\n${evil}\nendobj\n`) };
    const base = await signPdf(scene.country, makePdf(hiding), { timestamp: true });
    const hidden = base.lastIndexOf('4 0 obj\n', base.indexOf('(Bold pays 999'));
    const shown = update(base, {}, { redirect: { [OBJECT.content]: hidden } });
    expect((await judge(shown)).refused).toContain('HIDDEN_CONTENT_ACTIVATED');
  });

  it('fills a reference that was dangling when it was signed', async () => {
    const prepared = {
      ...baseObjects(),
      [OBJECT.page]: baseObjects()[OBJECT.page]?.replace('/Contents 4 0 R', '/Contents [4 0 R 70 0 R]') ?? '',
    };
    const base = await signPdf(scene.country, makePdf(prepared), { timestamp: true });
    expect((await judge(update(base, { 70: evil }))).refused).toContain('DANGLING_REFERENCE_FILLED');
  });

  it('hides a change in the store of evidence', async () => {
    const prepared = {
      ...baseObjects(),
      [OBJECT.page]: baseObjects()[OBJECT.page]?.replace('/Contents 4 0 R', '/Contents [4 0 R 70 0 R]') ?? '',
    };
    const base = await signPdf(scene.country, makePdf(prepared), { timestamp: true });
    const catalog = objectText(base, OBJECT.catalog).replace(/ >>$/, ' /DSS << /Certs [70 0 R] >> >>');
    expect((await judge(update(base, { [OBJECT.catalog]: catalog, 70: evil }))).refused).toContain(
      'DANGLING_REFERENCE_FILLED',
    );
  });

  it('appends bytes without a cross-reference (incremental saving attack)', async () => {
    const appended = Buffer.concat([signed, Buffer.from(`4 0 obj\n${evil}\nendobj\n`)]);
    expect((await judge(appended)).refused).toEqual(['DATA_AFTER_END']);
  });

  it('removes the signature', async () => {
    const removed = update(signed, { [OBJECT.form]: baseObjects()[OBJECT.form] ?? '' });
    const { verdict, problems } = await judge(removed);
    expect(verdict).toBe('TOTAL_FAILED FORMAT_FAILURE');
    expect(problems).toContain('SIGNATURE_REMOVED');
  });

  it('skips the signed revision', async () => {
    const firstXref = Number(/startxref\s+(\d+)/.exec(signed.toString('latin1'))?.[1]);
    const objects = {
      [OBJECT.content]: evil,
      [OBJECT.form]: text(OBJECT.form),
      [OBJECT.page]: text(OBJECT.page),
      15: text(15),
      16: text(16),
    };
    const skipped = update(signed, objects, { prev: firstXref });
    const { verdict, problems } = await judge(skipped);
    expect(verdict).toMatch(/^TOTAL_FAILED/);
    expect(problems).toContain('CONTENTS_NOT_IN_GAP');
    const pointing = update(
      signed,
      { [OBJECT.content]: evil, [OBJECT.form]: text(OBJECT.form), [OBJECT.page]: text(OBJECT.page) },
      {
        prev: firstXref,
        redirect: { 15: placeOf(signed, 15), 16: placeOf(signed, 16) },
      },
    );
    expect((await judge(pointing)).problems).toContain('REVISION_BYPASSED');
  });

  it('adds a signature of nobody with a mark over the text', async () => {
    const stranger = await openScene();
    const { bold, chain } = stranger.country;
    const mark = { rect: '72 690 200 720', appearance: 'BT /F 12 Tf (900) Tj ET' };
    const marked = await signPdf(scene.country, signed, { signer: bold, chain, ...mark });
    expect((await judge(marked)).refused).toEqual(['UNTRUSTED_SIGNATURE_MARK', 'PICTURE_DIFFERS']);
  });

  it('adds a signature whose mark covers the page', async () => {
    const mark = { rect: '0 0 595 842', appearance: '1 g 0 0 100 50 re f' };
    const marked = await signPdf(scene.country, signed, { signer: scene.country.saruul, ...mark });
    expect((await judge(marked)).refused).toEqual(['SIGNATURE_MARK_OVER_PAGE']);
  });
});

describe('the signed bytes', () => {
  const changed = (find: string | RegExp, replace: string) => {
    const found = signed.toString('latin1').replace(find, replace);
    return Buffer.from(found, 'latin1');
  };

  it.each([
    ['first', () => changed('(Bold pays 100', '(Bold pays 900')],
    ['second', () => changed(/(\/Contents <[0-9a-f]+> >>[\s\S]*?)\/F 132/, '$1/F 133')],
  ])('changed in the %s range: HASH_FAILURE', async (_, attack) => {
    expect(await judge(attack())).toMatchObject({
      verdict: 'TOTAL_FAILED HASH_FAILURE',
      problems: expect.arrayContaining(['DIGEST_DIFFERS']),
      level: null,
    });
  });

  it('changed inside the signature value: SIG_CRYPTO_FAILURE', async () => {
    const { country, verify } = scene;
    const document = await signPdf(country, makePdf(), { faults: { wrongValue: true } });
    expect(sum(await verify(document))).toMatchObject({
      verdict: 'TOTAL_FAILED SIG_CRYPTO_FAILURE',
      problems: expect.arrayContaining(['SIGNATURE_VALUE_WRONG']),
    });
    const other = await signPdf(country, makePdf(), { faults: { key: country.saruul.privateKey } });
    expect(sum(await verify(other))).toMatchObject({ verdict: 'TOTAL_FAILED SIG_CRYPTO_FAILURE' });
  });

  it('with data after the signature in the gap: FORMAT_FAILURE', async () => {
    expect(await judge(changed(/00000000> >>/, '41414141> >>'))).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      problems: expect.arrayContaining(['CMS_FOLLOWED_BY_DATA']),
    });
  });

  it('with a broken structure in the gap: FORMAT_FAILURE', async () => {
    expect(await judge(changed('/Contents <30', '/Contents <31'))).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      problems: expect.arrayContaining(['CMS_UNREADABLE']),
    });
  });

  it('signed for another document: HASH_FAILURE', async () => {
    const { country } = scene;
    const other = makeHole(makePdf({ ...baseObjects(), [OBJECT.information]: '<< /Title (Another) >>' }));
    const mine = makeHole(makePdf());
    const cms = await makeCms({ digest: other.digest(), signer: country.bold, chain: country.chain });
    expect(await judge(fill(mine.out, mine.start, cms))).toMatchObject({
      verdict: 'TOTAL_FAILED HASH_FAILURE',
      problems: expect.arrayContaining(['DIGEST_DIFFERS']),
    });
  });

  it('signed by a second signature that repeats the first', async () => {
    const hole = makeHole(signed);
    const [, value = ''] = /\/Contents <([0-9a-f]+)>/.exec(signed.toString('latin1')) ?? [];
    const copied = fill(hole.out, hole.start, Buffer.from(value, 'hex'));
    const { signatures } = await scene.verify(copied);
    expect(signatures.every(({ problems }) => problems.includes('SIGNATURE_DUPLICATED'))).toBe(true);
  });
});

describe('the byte range', () => {
  /** Signs with a range and a gap of the attacker's choice, with a digest that fits. */
  const signWith = async (tamper: (out: Buffer, start: number, end: number) => void, digest?: Buffer) => {
    const hole = makeHole(makePdf());
    tamper(hole.out, hole.start, hole.end);
    const cms = await makeCms({
      digest: digest ?? hole.digest(),
      signer: scene.country.bold,
      chain: scene.country.chain,
    });
    return fill(hole.out, hole.start, cms);
  };
  const range = (out: Buffer, numbers: string) => {
    const at = out.indexOf('/ByteRange [') + 11;
    out.write(numbers.padEnd(36), at, 'latin1');
  };

  it.each([
    ['absent', '[]', 'BYTE_RANGE_MISSING'],
    ['null', 'null', 'BYTE_RANGE_MISSING'],
    ['negative', '[0 -1 5 5]', 'BYTE_RANGE_MISSING'],
    ['longer than four numbers', '[0 1 2 3 4 5]', 'BYTE_RANGE_MISSING'],
    ['not from the start', '[9 20 40 50]', 'BYTE_RANGE_NOT_FROM_START'],
    ['beyond the file', '[0 10 20 99999999]', 'BYTE_RANGE_OUTSIDE_FILE'],
    ['overlapping', '[0 500 100 900]', 'BYTE_RANGE_OUTSIDE_FILE'],
  ])('%s (universal signature forgery)', async (_, numbers, problem) => {
    const { verdict, problems } = await judge(await signWith((out) => range(out, numbers)));
    expect(verdict).toBe('TOTAL_FAILED FORMAT_FAILURE');
    expect(problems).toContain(problem);
  });

  it('without the signature bytes (universal signature forgery)', async () => {
    const hole = makeHole(makePdf());
    hole.out.write('/Contentz', hole.start - 10, 'latin1');
    expect(await judge(hole.out)).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      problems: expect.arrayContaining(['CONTENTS_NOT_IN_GAP']),
    });
  });

  it('with a gap larger than the signature (signature wrapping)', async () => {
    const hole = makeHole(makePdf());
    const wider = hole.start - 40;
    const numbers = [0, wider, hole.end, hole.out.length - hole.end].join(' ');
    range(hole.out, `[${numbers}]`);
    const digest = sha256(hole.out.subarray(0, wider), hole.out.subarray(hole.end));
    const cms = await makeCms({ digest, signer: scene.country.bold, chain: scene.country.chain });
    expect(await judge(fill(hole.out, hole.start, cms))).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      problems: expect.arrayContaining(['BYTE_RANGE_GAP']),
    });
  });

  it('that ends before the end of its revision', async () => {
    const hole = makeHole(makePdf());
    const cut = hole.out.length - hole.end - 30;
    range(hole.out, `[0 ${hole.start} ${hole.end} ${cut}]`);
    const digest = sha256(hole.out.subarray(0, hole.start), hole.out.subarray(hole.end, hole.end + cut));
    const cms = await makeCms({ digest, signer: scene.country.bold, chain: scene.country.chain });
    expect(await judge(fill(hole.out, hole.start, cms))).toMatchObject({
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      problems: expect.arrayContaining(['COVERS_PART_OF_REVISION']),
    });
  });

  it('written twice', async () => {
    const document = await signPdf(scene.country, makePdf(), { more: '/SubFilter /adbe.x509.rsa_sha1' });
    expect((await judge(document)).problems).toContain('SIGNATURE_AMBIGUOUS');
  });
});
