import {
  baseObjects,
  makePdf,
  OBJECT,
  type Objects,
  signPdf,
  stream,
  update,
} from '../../verify/test/pdf-maker.ts';
import { createCountry } from '../../verify/test/pki.ts';
import { withTwin } from '../../verify/test/tricks/bytes.ts';
import { certifiedWith } from '../../verify/test/tricks/contract.ts';

/** For tests only: documents that somebody should know more about before signing. */

const annotated = (annotation: string, more: Objects = {}) =>
  makePdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [${annotation}] >>`,
    10: '<< >>',
    ...more,
  });
const square = (box: string, more = '/F 4') => `<< /Type /Annot /Subtype /Square /Rect [${box}] ${more} >>`;
/** The usual contract, with a field and a stamp that paper shows as well. */
export const printedObjects = (): Objects => {
  const all = baseObjects();
  const printed = (num: number) => ({ [num]: (all[num] ?? '').replace('/Rect', '/F 4 /Rect') });
  return { ...all, ...printed(OBJECT.field), ...printed(OBJECT.stamp) };
};
/** With one object written differently. */
const contract = (num: number, from: string, to: string, more: Objects = {}) => {
  const all = printedObjects();
  return makePdf({ ...all, [num]: (all[num] ?? '').replace(from, to), ...more });
};
const form = (more: string, drawing = '') =>
  stream(drawing, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${more}`);
const image = (more: string) =>
  stream('x', `/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more}`);
const state = (entry: string, more: Objects = {}) =>
  contract(OBJECT.page, '/Font <<', `/ExtGState << /G << ${entry} >> >> /Font <<`, more);
const inversion = { 20: '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>' };
const layer = {
  20: '<< /Type /OCG /Name (L) /Usage << /View << /ViewState /ON >> /Print << /PrintState /OFF >> >> >>',
};
const layered = (more: Objects): Objects => ({
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 7 0 R /OCProperties << /OCGs [20 0 R] /D << >> >> >>',
  ...layer,
  ...more,
});
const value = (from: string, to: string, more: Objects = {}) => contract(OBJECT.field, from, to, more);
const redrawn = { [OBJECT.form]: '<< /Fields [8 0 R] /DA (/F 12 Tf) /NeedAppearances true >>' };
const drawn = { 10: form('', '1 g 0 0 40 40 re f') };

/** What is on the screen is not what is signed, or not what others see. */
const shownOtherwise: [string, Buffer, string[]][] = [
  ['a contract', makePdf(printedObjects()), []],
  ['a link', annotated('<< /Type /Annot /Subtype /Link /Rect [10 10 50 50] >>'), []],
  ['screen alone', annotated(square('10 10 50 50', '/F 0')), ['screen_and_print_differ']],
  ['screen alone, unsaid', annotated(square('10 10 50 50', '')), ['screen_and_print_differ']],
  ['hidden by the mouse', annotated(square('10 10 50 50', '/F 260')), ['hidden_annotation']],
  [
    'a link that draws',
    annotated('<< /Type /Annot /Subtype /Link /Rect [10 10 50 50] /AP << /N 10 0 R >> >>', drawn),
    ['screen_and_print_differ'],
  ],
  ['a field for the screen', value('/F 4', '/F 0'), ['screen_and_print_differ']],
  [
    'an empty field with a cover for the screen',
    value('/V (100) /F 4', '', { 9: stream('1 g 0 0 100 20 re f', '/Subtype /Form /BBox [0 0 100 20]') }),
    ['screen_and_print_differ'],
  ],
  ['an empty field for the screen', value('/F 4', '', { 8: emptyField('/F 0') }), []],
  [
    'a text without appearance',
    annotated('<< /Type /Annot /Subtype /FreeText /F 4 /Rect [10 10 50 50] /Contents (900) >>'),
    ['drawn_differently'],
  ],
  ['a field of another value', value('/V (100)', '/V (900)'), ['drawn_differently']],
  ['a field drawn anew', value('/V', '/V', redrawn), ['drawn_differently']],
  ['an empty field drawn anew', value('', '', { ...redrawn, 8: emptyField('/F 4') }), []],
  ['an empty field drawn anew that shows something', value('/V (100)', '', redrawn), ['drawn_differently']],
  [
    'content on a layer',
    contract(OBJECT.page, '/Font <<', '/Properties << /L 20 0 R >> /Font <<', layered({})),
    ['layers'],
  ],
  ['a form on a layer', contract(OBJECT.overlay, '', '', layered({ 6: form('/OC 20 0 R') })), ['layers']],
  ['a list of layers that nothing uses', contract(OBJECT.page, '', '', layered({})), []],
  ['a form in another file', contract(6, '', '', { 6: form('/F (other.bin)') }), ['content_elsewhere']],
  [
    'a page of another file',
    contract(6, '', '', { 6: form('/Ref << /F (a.pdf) >>') }),
    ['content_elsewhere'],
  ],
  [
    'another image for print',
    contract(6, '', '', {
      6: image('/Alternates [<< /Image 20 0 R /DefaultForPrinting true >>]'),
      20: image(''),
    }),
    ['screen_and_print_differ'],
  ],
  ['other tones', state('/TR 20 0 R', inversion), ['screen_and_print_differ']],
  [
    'tones of a halftone',
    state('/HT << /HalftoneType 1 /TransferFunction 20 0 R >>', inversion),
    ['screen_and_print_differ'],
  ],
  ['usual tones', state('/TR /Identity /TR2 /Default /HT /Default'), []],
];
function emptyField(flags: string): string {
  return `<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) ${flags} /Rect [72 600 172 620] /P 3 0 R >>`;
}
const claimed = (dictionary: string) =>
  makePdf({
    ...printedObjects(),
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 7 0 R /Perms << /DocMDP 15 0 R >> >>',
    15: dictionary,
  });
const rights = '<< /Type /Catalog /Pages 2 0 R /AcroForm 7 0 R /Perms << /UR3 << >> >> >>';

export const hidden = annotated(square('10 10 50 50', '/F 2'));

/** Each with the warnings that it gets. */
export async function riskyDocuments(given: {
  plain: Buffer;
  signed: Buffer;
  /** Signed without object streams. */
  bare: Buffer;
}): Promise<[string, Buffer, string[]][]> {
  const { plain, signed, bare } = given;
  const broken = Buffer.from(bare.toString('latin1').replace('Bold pays 100', 'Bold pays 900'), 'latin1');
  const byStranger = await signPdf(await createCountry(), makePdf(printedObjects()), certifiedWith(2));
  return [
    ['plain', plain, []],
    ['signed here', signed, []],
    ['apart', annotated(`${square('10 10 50 50')} ${square('100 100 150 150')}`), []],
    ['hidden', annotated(square('10 10 50 50', '/F 2')), ['hidden_annotation']],
    ['shown in print alone', annotated(square('10 10 50 50', '/F 36')), ['hidden_annotation']],
    ['flags elsewhere', annotated(square('10 10 50 50', '/F 11 0 R'), { 11: '34' }), ['hidden_annotation']],
    ['in a layer', annotated(square('10 10 50 50', '/OC << >>')), ['hidden_annotation']],
    ['stacked', annotated(`${square('10 10 90 90')} ${square('20 20 80 80')}`), ['stacked_annotations']],
    ['dangling', annotated(square('10 10 50 50', '/F 4 /AP << /N 99 0 R >>')), ['missing_object']],
    ['changed', broken, ['broken_signature']],
    ['certified by nobody', claimed('<< /Type /Sig /Reference [] >>'), ['false_certification']],
    ['certified by a stranger', byStranger, ['false_certification']],
    ['with usage rights alone', makePdf({ ...printedObjects(), 1: rights }), []],
    ['saved twice', update(annotated(''), { 10: '<< /Title (x) >>' }), []],
    ['a second object of one number', withTwin(annotated('')), ['unlisted_object']],
    ...shownOtherwise,
  ];
}

const page = (more: string) => `<< /Type /Page /MediaBox [0 0 595 842] ${more} >>`;
const tree = (pages: string, more: Objects = {}) =>
  annotated('', {
    2: `<< /Type /Pages ${pages} >>`,
    4: page('/Parent 2 0 R'),
    5: page('/Parent 5 0 R'),
    ...more,
  });

/** Programs that count pages and programs that walk to them would show other ones. */
export const unclearPages: [string, Buffer][] = [
  ['more pages than there are', tree('/Kids [3 0 R] /Count 7')],
  ['fewer pages than there are', tree('/Kids [3 0 R 4 0 R] /Count 1')],
  ['no number of pages', tree('/Kids [3 0 R]')],
  ['a number elsewhere, and wrong', tree('/Kids [3 0 R] /Count 6 0 R', { 6: '2' })],
  ['a page twice', tree('/Kids [3 0 R 3 0 R] /Count 2')],
  ['a page of another tree', tree('/Kids [3 0 R 5 0 R] /Count 2')],
  ['a page inside its list', tree(`/Kids [3 0 R ${page('/Parent 2 0 R')}] /Count 2`)],
  ['a missing page', tree('/Kids [3 0 R 99 0 R] /Count 2')],
  [
    'a wrong number inside',
    tree('/Kids [3 0 R 6 0 R] /Count 2', {
      6: '<< /Type /Pages /Parent 2 0 R /Kids [7 0 R] /Count 3 >>',
      7: page('/Parent 6 0 R'),
    }),
  ],
];
