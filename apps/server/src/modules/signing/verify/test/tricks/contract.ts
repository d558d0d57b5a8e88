import {
  addEvidence,
  baseObjects,
  completeEvidence,
  type HoleOptions,
  makeHole,
  makePdf,
  OBJECT,
  type Objects,
  objectText,
  type SignOptions,
  signPdf,
  stream,
  type UpdateOptions,
  update,
} from '../pdf-maker.ts';
import type { Scene } from '../scene.ts';

/** For tests only: a contract that people can read, and the ways to change it after it was signed. */

/** Objects that the contract has beside those of `OBJECT`. */
export const MORE = {
  second: 15,
  secondContent: 16,
  /** A signature field that nobody signed yet, hidden, with two states. */
  empty: 17,
  emptyOn: 18,
  emptyOff: 19,
  /** Another one, with a widget of its own. */
  parent: 20,
  kid: 21,
  /** A field that waits for its signature in the open. */
  open: 22,
  layer: 23,
} as const;

const form = (drawing: string, more = '') =>
  stream(drawing, `/Type /XObject /Subtype /Form /BBox [0 0 200 40] ${more}`);

export const COVER = '1 1 1 rg 0 0 400 400 re f 0 g BT /F 12 Tf 4 10 Td (Bold pays 900000 tugrik) Tj ET';
/** What an attacker draws. */
export const forged = form(COVER, '/Resources << /Font << /F 5 0 R >> >>');
export const forgedPage = stream('BT /F 12 Tf 72 700 Td (Bold pays 900000 tugrik) Tj ET');

export function contractObjects(): Objects {
  const lines = Array.from({ length: 20 }, (_, at) => `(Clause ${at + 1} of the contract) Tj 0 -18 Td`).join(
    ' ',
  );
  return {
    ...baseObjects(),
    [OBJECT.catalog]:
      '<< /Type /Catalog /Pages 2 0 R /AcroForm 7 0 R /OCProperties << /OCGs [23 0 R] /D << /OFF [23 0 R] >> >> >>',
    [OBJECT.pages]: '<< /Type /Pages /Kids [3 0 R 15 0 R] /Count 2 /Rotate 0 >>',
    [OBJECT.page]:
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /O 6 0 R >> /Properties << /L 23 0 R >> >> /Annots [8 0 R 12 0 R 17 0 R 21 0 R 22 0 R] >>',
    [OBJECT.content]: stream(
      `BT /F 12 Tf 72 700 Td (Bold pays 100 tugrik) Tj 0 -30 Td ${lines} ET /OC /L BDC BT /F 12 Tf 72 60 Td (And 900 more) Tj ET EMC`,
    ),
    [OBJECT.overlay]: form('0.9 g 0 0 10 10 re f'),
    [OBJECT.form]: '<< /Fields [8 0 R 17 0 R 20 0 R 22 0 R] /DA (/F 12 Tf) >>',
    [MORE.second]:
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 16 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [] >>',
    [MORE.secondContent]: stream(`BT /F 12 Tf 72 700 Td ${lines} ET`),
    [MORE.empty]:
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (second) /F 2 /AS /Off /MK << >> /Rect [72 690 300 720] /P 3 0 R /AP << /N << /On 18 0 R /Off 19 0 R >> >> >>',
    [MORE.emptyOn]: forged,
    [MORE.emptyOff]: form(''),
    [MORE.parent]: '<< /FT /Sig /T (third) /Kids [21 0 R] >>',
    [MORE.kid]: '<< /Type /Annot /Subtype /Widget /F 4 /Parent 20 0 R /Rect [72 640 300 660] /P 3 0 R >>',
    [MORE.open]:
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (fourth) /F 4 /Rect [400 100 500 140] /P 3 0 R >>',
    [MORE.layer]: '<< /Type /OCG /Name (More) >>',
  };
}

/** The contract as somebody prepared it, signed by Bold at B-LT. */
export async function signContract(
  { country }: Scene,
  change: (objects: Objects) => Objects = (same) => same,
) {
  const signed = await signPdf(country, makePdf(change(contractObjects())), { timestamp: true });
  return addEvidence(signed, await completeEvidence(country, [country.bold, country.saruul]));
}

/** With one object written differently. */
export const prepare =
  (num: number, from: string | RegExp, to: string, more: Objects = {}) =>
  (objects: Objects): Objects => ({ ...objects, [num]: (objects[num] ?? '').replace(from, to), ...more });

/** Appends one object written differently, and others. */
export const rewrite = (
  bytes: Buffer,
  num: number,
  from: string | RegExp,
  to: string | (() => string),
  more: Objects = {},
  options: UpdateOptions = {},
): Buffer =>
  update(
    bytes,
    { [num]: objectText(bytes, num).replace(from, typeof to === 'string' ? to : to()), ...more },
    options,
  );

/** A field that calls itself a document timestamp, with nothing in it. */
export function fakeTimestamp(
  bytes: Buffer,
  widget: string,
  more: Objects = {},
  options: HoleOptions = {},
): Buffer {
  const { out } = makeHole(bytes, {
    type: 'DocTimeStamp',
    subFilter: 'ETSI.RFC3161',
    ...options,
    change: (objects, numbers) => ({
      ...objects,
      [numbers.widget]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (archive) /V ${numbers.signature} 0 R /P 3 0 R ${widget} >>`,
      ...more,
    }),
  });
  return out;
}

export const append = (text: string, key: string, ...items: (number | string)[]): string =>
  text.replace(
    new RegExp(`/${key} \\[([^\\]]*)\\]`),
    `/${key} [$1 ${items.map((item) => (typeof item === 'number' ? `${item} 0 R` : item)).join(' ')}]`,
  );

/** A signature that certifies the document. */
export const certifiedWith = (level: 1 | 2 | 3) => ({
  more: `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${level} /V /1.2 >> >>]`,
  catalog: (text: string) => text.replace(/ >>$/, ' /Perms << /DocMDP @ 0 R >> >>'),
});

/** Fields of the contract as a form, on blank places beside its clauses. */
export const FORM = { amount: OBJECT.field, remarks: 30, sheet: 31, namesake: 32, box: 33 } as const;

export const textForm = (text: string, box = '0 0 100 20') =>
  stream(
    text && `BT /F 12 Tf 2 5 Td (${text}) Tj ET`,
    `/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /Font << /F 5 0 R >> >>`,
  );

const textField = (name: string, rect: string, more: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [${rect}] /F 4 /P 3 0 R ${more} >>`;

/** An amount of 100, empty remarks, a box that is not ticked, and whatever a trick adds. */
export function formObjects(more: Objects = {}): Objects {
  const fields: number[] = [FORM.amount, FORM.remarks, FORM.box];
  for (const num of [FORM.sheet, FORM.namesake]) if (num in more) fields.push(num);
  const list = fields.map((num) => `${num} 0 R`).join(' ');
  const all = contractObjects();
  return {
    ...all,
    [OBJECT.form]: `<< /Fields [${list} 17 0 R 20 0 R 22 0 R] /DA (/F 12 Tf) >>`,
    [OBJECT.page]: (all[OBJECT.page] ?? '').replace('[8 0 R', `[${list}`),
    [FORM.amount]: textField('amount', '350 600 450 620', '/V (100) /AP << /N 9 0 R >>'),
    [OBJECT.appearance]: textForm('100'),
    [FORM.remarks]: textField('remarks', '350 560 450 580', ''),
    [FORM.box]:
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /Off /AS /Off /Rect [350 520 370 540] /F 4 /P 3 0 R /AP << /N << /Yes 40 0 R /Off 41 0 R >> >> >>',
    40: stream('2 2 16 16 re f', '/Type /XObject /Subtype /Form /BBox [0 0 20 20]'),
    41: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 20 20]'),
    ...more,
  };
}

/** The objects of an update that fills a field and draws what it should show. */
export function filledField(
  bytes: Buffer,
  num: number,
  value: string,
  drawing = textForm(value),
  appearance = 200 + num,
): Objects {
  const text = objectText(bytes, num)
    .replace(/ \/V \([^)]*\)/, '')
    .replace(/ \/AP << \/N \d+ 0 R >>/, '');
  return {
    [num]: text.replace(/ >>$/, ` /V (${value}) /AP << /N ${appearance} 0 R >> >>`),
    [appearance]: drawing,
  };
}

/** Fills a field and signs, in one revision. */
export const fillAndSign = (
  { country }: Scene,
  bytes: Buffer,
  filled: Objects,
  options: SignOptions = {},
): Promise<Buffer> =>
  signPdf(country, bytes, {
    timestamp: true,
    ...options,
    change: (objects) => ({ ...objects, ...filled }),
  });
