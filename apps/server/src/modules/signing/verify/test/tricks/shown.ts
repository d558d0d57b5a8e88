import { OBJECT, type Objects, objectText, stream, update } from '../pdf-maker.ts';
import { FORM, filledField, textForm } from './contract.ts';
import type { Trick } from './index.ts';
import { afterCertification } from './permits.ts';

const kind = 'a field that shows something else than it says';

const FRAME = '/Type /XObject /Subtype /Form /BBox [0 0 100 20]';
const FONTS = '/Resources << /Font << /F 5 0 R >> >>';
const draw = (content: string, dict = `${FRAME} ${FONTS}`) => stream(content, dict);
const withFont = (font: string) => `${FRAME} /Resources << /Font << /F ${font} >> >>`;
const helvetica = (more: string) =>
  withFont(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${more} >>`);
const letters = (text: string) => `BT /F 12 Tf 2 5 Td (${text}) Tj ET`;
const zeros = Array.from({ length: 10 }, () => '0').join(' ');

/** Bold certifies, then somebody writes 1000 into the empty remarks and draws something. */
const filled = (
  name: string,
  drawing: string,
  { value = '1000', more = {}, added = {} }: { value?: string; more?: Objects; added?: Objects } = {},
): Trick =>
  changed(name, (bytes) => ({ ...filledField(bytes, FORM.remarks, value, drawing), ...added }), more);

const changed = (name: string, objects: (bytes: Buffer) => Objects, more: Objects = {}): Trick => ({
  ...afterCertification(name, (bytes) => update(bytes, objects(bytes)), { more }),
  kind,
});

const field = (type: string) =>
  `<< /Type /Annot /Subtype /Widget /FT ${type} /T (remarks) /Rect [350 560 450 580] /F 4 /P 3 0 R >>`;
const formWith = (entry: string): Objects => ({
  [OBJECT.form]: `<< /Fields [8 0 R 30 0 R 33 0 R 17 0 R 20 0 R 22 0 R] /DA (/F 12 Tf) ${entry} >>`,
});

const BOX =
  '<< /Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /Off /AS /Off /Rect [350 520 370 540] /F 4 /P 3 0 R /AP << /N << /Yes 40 0 R /Off 41 0 R >> >> >>';
const tick = (name: string, value: string, state: string, added: Objects = {}, more: Objects = {}): Trick =>
  changed(name, () => ({ [FORM.box]: ticked(value, state), ...added }), more);
const ticked = (value: string, state: string) =>
  BOX.replace('/V /Off /AS /Off', `${value && `/V /${value}`} /AS /${state}`);

/** One field with two widgets: two boxes to choose from, or a text in two places. */
const pair = (type: string, widgets: readonly [string, string]): Objects => ({
  [FORM.box]: `<< ${type} /T (agreed) /Kids [42 0 R 43 0 R] >>`,
  42: `<< /Type /Annot /Subtype /Widget /Parent 33 0 R /Rect [350 520 450 540] /F 4 /P 3 0 R ${widgets[0]} >>`,
  43: `<< /Type /Annot /Subtype /Widget /Parent 33 0 R /Rect [350 480 450 500] /F 4 /P 3 0 R ${widgets[1]} >>`,
  // The page lists both.
  [OBJECT.page]:
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /O 6 0 R >> /Properties << /L 23 0 R >> >> /Annots [8 0 R 30 0 R 42 0 R 43 0 R 12 0 R 17 0 R 21 0 R 22 0 R] >>',
});
const choice = (state: string) => `/AS /Off /AP << /N << /${state} 40 0 R /Off 41 0 R >> >>`;
const radio = pair('/FT /Btn /Ff 32768 /V /Off', [choice('A'), choice('B')]);
const rewritten = (bytes: Buffer, num: number, from: string, to: string): Objects => ({
  [num]: objectText(bytes, num).replace(from, to),
});

export const shownTricks: Trick[] = [
  { ...filled('another number', draw(letters('9000'))), isQuick: true },
  filled('a digit before the number', draw(letters('91000'))),
  {
    ...filled(
      'letters under other names',
      draw(letters('1000'), helvetica('/Encoding << /Differences [49 /nine] >>')),
    ),
    isQuick: true,
  },
  filled(
    'letters under names of its own',
    draw(letters('1000'), helvetica('/Encoding << /Differences [49 /g49] >>')),
  ),
  filled('a font with a program', draw(letters('1000'), helvetica('/FontDescriptor 300 0 R')), {
    added: {
      300: '<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontFile2 301 0 R >>',
      301: stream('no font'),
    },
  }),
  filled(
    'a font of another name',
    draw(letters('1000'), withFont('<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>')),
  ),
  filled(
    'letters without a width',
    draw(letters('1000'), helvetica(`/FirstChar 48 /LastChar 57 /Widths [${zeros}]`)),
  ),
  filled('a font of the page', draw(letters('1000'), FRAME)),
  filled('a drawn digit', draw(`0 g 90 5 4 10 re f ${letters('1000')}`)),
  filled('a light digit', draw(`1 1 0.6 rg 90 5 4 10 re f 0 g ${letters('1000')}`)),
  filled('a struck digit', draw(`${letters('1000')} 2 2 m 60 18 l S`)),
  filled('a bar like a digit', draw(`1 4 m 1 14 l S ${letters('1000')}`)),
  filled('a curve', draw(`${letters('1000')} 80 5 m 80 10 90 10 90 5 c S`)),
  filled('white letters', draw(`1 g ${letters('1000')}`)),
  filled('letters that are not drawn', draw(`BT 3 Tr /F 12 Tf 2 5 Td (1000) Tj ET`)),
  filled('letters of no size', draw('BT /F 0.1 Tf 2 5 Td (1000) Tj ET')),
  filled('a small first digit', draw('BT /F 4 Tf 2 5 Td (9) Tj /F 12 Tf 6 0 Td (1000) Tj ET'), {
    value: '9 1000',
  }),
  filled('a ground over the letters', draw(`${letters('1000')} 1 g 0 0 100 20 re f`)),
  filled('a digit outside of the frame', draw('BT /F 12 Tf -7 5 Td (91000) Tj ET'), { value: '91000' }),
  filled(
    'a digit outside of a narrower frame',
    draw('q 10 0 90 20 re W n BT /F 12 Tf 2 5 Td (91000) Tj ET Q'),
    {
      value: '91000',
    },
  ),
  filled('letters that are drawn in another order', draw('BT /F 12 Tf 30 5 Td (1) Tj -28 0 Td (000) Tj ET')),
  filled('letters over each other', draw('BT /F 12 Tf 2 5 Td [(1) 556 (9000)] TJ ET'), { value: '19000' }),
  filled('a second line above', draw('BT /F 8 Tf 2 2 Td (1000) Tj 0 9 Td (x) Tj ET'), { value: '1000 x' }),
  filled('a turned text', draw('BT /F 12 Tf -1 0 0 -1 60 15 Tm (1000) Tj ET')),
  filled(
    'a squeezed frame',
    draw(letters('1000'), `/Type /XObject /Subtype /Form /BBox [0 0 4000 20] ${FONTS}`),
  ),
  filled('a turned frame', draw(letters('1000'), `${FRAME} /Matrix [-1 0 0 -1 0 0] ${FONTS}`)),
  filled(
    'a form inside',
    draw(
      `${letters('1000')} /X Do`,
      `${FRAME} /Resources << /Font << /F 5 0 R >> /XObject << /X 300 0 R >> >>`,
    ),
    { added: { 300: textForm('9') } },
  ),
  filled(
    'letters that can be seen through',
    draw(
      `/G gs ${letters('1000')}`,
      `${FRAME} /Resources << /Font << /F 5 0 R >> /ExtGState << /G << /ca 0 >> >> >>`,
    ),
  ),
  filled('an image in its content', draw(`${letters('1000')} BI /W 1 /H 1 /IM true ID x EI`)),
  filled('a content that breaks off', draw('BT /F 12 Tf 2 5 Td (1000) Tj ET (')),
  changed('an old appearance', (bytes) => rewritten(bytes, FORM.amount, '/V (100)', '/V (1000)')),
  changed('a number without an appearance', (bytes) =>
    rewritten(bytes, FORM.remarks, '/P 3 0 R', '/P 3 0 R /V (1000)'),
  ),
  changed('another appearance while it is pressed', (bytes) => {
    const objects = filledField(bytes, FORM.remarks, '1000');
    return {
      ...objects,
      [FORM.remarks]: (objects[FORM.remarks] ?? '').replace('/AP << /N', '/AP << /D 300 0 R /N'),
      300: textForm('9000'),
    };
  }),
  changed(
    'one of two places',
    (bytes) => ({
      ...rewritten(bytes, FORM.box, '/Kids', '/V (1000) /Kids'),
      ...rewritten(bytes, 42, '/F 4', '/F 4 /AP << /N 300 0 R >>'),
      ...rewritten(bytes, 43, '/F 4', '/F 4 /AP << /N 301 0 R >>'),
      300: textForm('1000'),
      301: textForm('9000'),
    }),
    pair('/FT /Tx', ['', '']),
  ),
  filled('a form that readers draw anew', textForm('1000'), { more: formWith('/NeedAppearances true') }),
  filled('a form that has data of another kind', textForm('1000'), { more: formWith('/XFA (<xdp/>)') }),
  filled('a password', textForm('1000'), { more: { [FORM.remarks]: field('/Tx /Ff 8192') } }),
  filled('a choice that is shown under another name', textForm('1000'), {
    more: { [FORM.remarks]: field('/Ch /Ff 131072 /Opt [[(1000) (9000)]]') },
  }),
  { ...tick('a ticked box that says no', 'Off', 'Yes'), isQuick: true },
  { ...tick('an empty box that says yes', 'Yes', 'Off'), isQuick: true },
  tick('a ticked box that says nothing', '', 'Yes'),
  tick('a box on another state', 'No', 'Yes'),
  tick('a box on a state that is not drawn', 'No', 'No'),
  changed('a box that is drawn anew', () => ({
    [FORM.box]: ticked('Yes', 'Yes').replace('/Yes 40 0 R', '/Yes 41 0 R'),
  })),
  tick('a tick that is drawn anew', 'Yes', 'Yes', { 40: objectOfNothing() }),
  changed('a choice that no box shows', (bytes) => rewritten(bytes, FORM.box, '/V /Off', '/V /A'), radio),
  changed(
    'a choice that another box shows',
    (bytes) => ({
      ...rewritten(bytes, FORM.box, '/V /Off', '/V /A'),
      ...rewritten(bytes, 43, '/AS /Off', '/AS /B'),
    }),
    radio,
  ),
];

function objectOfNothing(): string {
  return stream('', '/Type /XObject /Subtype /Form /BBox [0 0 20 20]');
}

interface HonestFill {
  objects: Objects;
  fill: (bytes: Buffer) => Objects;
  /** What the answer says. */
  value: string;
}

const honest = (
  name: string,
  drawing: string,
  { value = '1000', said = value, objects = {} }: { value?: string; said?: string; objects?: Objects } = {},
): [string, HonestFill] => [
  name,
  { objects, value: said, fill: (bytes) => filledField(bytes, FORM.remarks, value, drawing) },
];

const PDF_DOC =
  '/Encoding << /Type /Encoding /Differences [24 /breve /caron 39 /quotesingle 96 /grave 128 /bullet] >>';
const large = (ff: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /Ff ${ff} /T (remarks) /Rect [350 560 450 600] /F 4 /P 3 0 R >>`;
const tall = '/Type /XObject /Subtype /Form /BBox [0 0 100 40]';

/** Fields filled as well-known programs do it; each shows what it says. */
export const honestFills: [string, HonestFill][] = [
  honest(
    'a clipped line',
    draw('/Tx BMC\nq\n1 1 98 18 re\nW\nn\nBT\n/F 12.6 Tf\n0 g\n2 5.4766 Td\n(1000) Tj\nET\nQ\nEMC\n'),
  ),
  honest(
    'a ground, a border and hexadecimal letters',
    draw(
      '0.9 0.9 1 rg\nq\n1 0 0 1 0.5 0.5 cm\n0 0 m\n0 19 l\n99 19 l\n99 0 l\nh\nB\nQ\n/Tx BMC\nq\n1 1 m\n1 19 l\n99 19 l\n99 1 l\nh\nW\nn\nBT\n0 0 0 rg\n/F 12 Tf\n14 TL\n1 0 0 1 20 6 Tm\n<31303030> Tj\nT*\nET\nQ\nEMC',
    ),
  ),
  honest(
    'the encoding of form programs',
    draw(
      '.8 .843 1 rg\n0 0 100 20 re\nf\n.1 .1 .1 RG\n1 w\n0.5 0.5 99 19 re\ns\n/Tx BMC\nq\n2 2 96 16 re\nW\nn\n0 g\n0 G\nBT\n/F 10 Tf\n.1 .1 .1 rg\n1 0 0 1 4 6 Tm\n(1000) Tj\nET\nQ\nEMC\n',
      helvetica(PDF_DOC),
    ),
  ),
  honest(
    'kerned words with accents',
    draw('BT /F 10 Tf 2 6 Td [(Ren\\351) -20 ( W) 60 (ang)] TJ ET', helvetica('/Encoding /WinAnsiEncoding')),
    { value: 'Ren\\351 Wang', said: 'René Wang' },
  ),
  honest(
    'two lines',
    draw('/Tx BMC q BT /F 10 Tf 0 g 2 25 Td 12 TL (in May) Tj T* (or June) Tj ET Q EMC', `${tall} ${FONTS}`),
    { value: 'in May or June', objects: { [FORM.remarks]: large('4096') } },
  ),
  honest(
    'a letter in each box',
    draw('BT /F 12 Tf 5 15 Td (1) Tj 25 0 Td (0) Tj 25 0 Td (7) Tj ET', `${tall} ${FONTS}`),
    { value: '107', objects: { [FORM.remarks]: large('16777216').replace('/T (', '/MaxLen 4 /T (') } },
  ),
  honest('a choice', textForm('1000'), {
    objects: { [FORM.remarks]: field('/Ch /Ff 131072 /Opt [(1000) (2)]') },
  }),
  [
    'a choice under its other name',
    {
      objects: { [FORM.remarks]: field('/Ch /Ff 131072 /Opt [[(mn) (Mongolia)] [(kz) (other)]]') },
      fill: (bytes) => filledField(bytes, FORM.remarks, 'mn', textForm('Mongolia')),
      value: 'Mongolia',
    },
  ],
  [
    'a ticked box',
    { objects: {}, fill: () => ({ [FORM.box]: ticked('Yes', 'Yes') }), value: '“agreed” – “Yes”' },
  ],
  [
    'one of two boxes',
    {
      objects: radio,
      fill: (bytes) => ({
        ...rewritten(bytes, FORM.box, '/V /Off', '/V /B'),
        ...rewritten(bytes, 43, '/AS /Off', '/AS /B'),
      }),
      value: '“agreed” – “B”',
    },
  ],
  [
    'an emptied field',
    {
      objects: {},
      fill: (bytes) => filledField(bytes, FORM.amount, '', draw('/Tx BMC EMC')),
      value: '“amount” – empty',
    },
  ],
];
