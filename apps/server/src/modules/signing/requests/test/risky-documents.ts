import { baseObjects, makePdf, type Objects, signPdf, update } from '../../verify/test/pdf-maker.ts';
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
const square = (box: string, more = '') => `<< /Type /Annot /Subtype /Square /Rect [${box}] ${more} >>`;
const claimed = (dictionary: string) =>
  makePdf({
    ...baseObjects(),
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
  const byStranger = await signPdf(await createCountry(), makePdf(), certifiedWith(2));
  return [
    ['plain', plain, []],
    ['signed here', signed, []],
    ['apart', annotated(`${square('10 10 50 50')} ${square('100 100 150 150')}`), []],
    ['hidden', annotated(square('10 10 50 50', '/F 2')), ['hidden_annotation']],
    ['shown in print alone', annotated(square('10 10 50 50', '/F 36')), ['hidden_annotation']],
    ['flags elsewhere', annotated(square('10 10 50 50', '/F 11 0 R'), { 11: '34' }), ['hidden_annotation']],
    ['in a layer', annotated(square('10 10 50 50', '/OC << >>')), ['hidden_annotation']],
    ['stacked', annotated(`${square('10 10 90 90')} ${square('20 20 80 80')}`), ['stacked_annotations']],
    ['dangling', annotated(square('10 10 50 50', '/AP << /N 99 0 R >>')), ['missing_object']],
    ['changed', broken, ['broken_signature']],
    ['certified by nobody', claimed('<< /Type /Sig /Reference [] >>'), ['false_certification']],
    ['certified by a stranger', byStranger, ['false_certification']],
    ['with usage rights alone', makePdf({ ...baseObjects(), 1: rights }), []],
    ['saved twice', update(annotated(''), { 10: '<< /Title (x) >>' }), []],
    ['a second object of one number', withTwin(annotated('')), ['unlisted_object']],
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
