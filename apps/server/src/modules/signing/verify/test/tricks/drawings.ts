import { deflateSync } from 'node:zlib';
import { OBJECT, type Objects, objectText, type SignOptions, signPdf, stream, update } from '../pdf-maker.ts';
import type { Scene } from '../scene.ts';
import { append, FORM, prepare, signContract } from './contract.ts';
import type { Trick } from './index.ts';
import { afterCertification } from './permits.ts';

const kind = 'a drawing that leaves its frame in some readers';
const PAGE = '1 g 0 0 9000 9000 re f 0 g BT /F 18 Tf 40 60 Td (Bold pays 900000) Tj ET';
const FONT = '/Font << /F 5 0 R >>';
const form = (content: string, resources = FONT, more = '') =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 100 50] /Resources << ${resources} >> ${more}`);

/** Saruul's mark on a blank place, drawn by these objects; the mark itself is number 60. */
export const drawnMark = (objects: Objects, signed: Buffer, { country }: Scene, options: SignOptions = {}) =>
  signPdf(country, signed, {
    ...{ signer: country.saruul, timestamp: true, rect: '300 40 500 90' },
    ...options,
    change: (written, { widget }) => ({
      ...written,
      [widget]: (written[widget] ?? '').replace(/ >>$/, ' /AP << /N 60 0 R >> >>'),
      ...objects,
    }),
  });

const mark = (name: string, objects: Objects, prepared?: (objects: Objects) => Objects): Trick => ({
  kind,
  name,
  make: async (scene) => drawnMark(objects, await signContract(scene, prepared), scene),
});
const content = (name: string, drawing: string): Trick => mark(name, { 60: form(drawing) });
/** A form inside the mark. */
const inside = (name: string, drawing: string, outer = 'q /X Do Q', more = ''): Trick =>
  mark(name, { 60: form(outer, `${FONT} /XObject << /X 61 0 R >>`), 61: form(drawing, FONT, more) });
const packed = (drawing: string, after = ''): string => {
  const bytes = deflateSync(drawing).toString('latin1') + after;
  return stream(
    bytes,
    `/Type /XObject /Subtype /Form /BBox [0 0 100 50] /Resources << ${FONT} >> /Filter /FlateDecode`,
  );
};

const noteWith = (name: string, drawing: string): Trick => ({
  ...afterCertification(
    name,
    (bytes) =>
      update(bytes, {
        [OBJECT.page]: append(objectText(bytes, OBJECT.page), 'Annots', 220),
        220: '<< /Type /Annot /Subtype /Text /Rect [500 400 524 424] /P 3 0 R /F 4 /Contents (?) /AP << /N 221 0 R >> >>',
        221: form(drawing),
      }),
    { level: 3 },
  ),
  kind,
});

export const drawingTricks: Trick[] = [
  { ...content('a restore too many, first', `Q q ${PAGE} Q`), isQuick: true },
  content('a restore too many, later', `q 0 g Q Q q ${PAGE}`),
  content('a restore too many, at the end', `q ${PAGE} Q Q`),
  content('a save that is left open', `q ${PAGE}`),
  mark('a restore too many, packed', { 60: packed(`Q q ${PAGE} Q`) }),
  mark('bytes after packed ones', { 60: packed(`q ${PAGE} Q`, 'Q Q Q Q') }),
  { ...inside('a restore too many in a form inside', `Q Q ${PAGE}`), isQuick: true },
  inside('a restore too many in a form inside, used by what follows', 'Q Q Q', `/X Do ${PAGE}`),
  inside('a restore too many in a group inside', `Q Q ${PAGE}`, '/X Do', '/Group << /S /Transparency >>'),
  mark(
    'a form of the signed page with a restore too many',
    { 60: form('/X Do', '/XObject << /X 6 0 R >>') },
    (objects) => ({
      ...objects,
      [OBJECT.overlay]: form(`Q Q ${PAGE}`),
    }),
  ),
  mark('a form that draws itself', { 60: form('/X Do', '/XObject << /X 60 0 R >>') }),
  { ...noteWith('a restore too many in a note', `Q q ${PAGE} Q`), isQuick: true },
  noteWith('a form of a note that ends in a text object', 'BT /F 12 Tf (9) Tj'),
  content('marked content that ends too often', `EMC EMC ${PAGE}`),
  content('marked content that is left open', `/Span BMC ${PAGE}`),
  content('a layer that is left open', `/OC /L BDC ${PAGE}`),
  content('a layer without a name', `/OC << /Type /OCG >> BDC ${PAGE} EMC`),
  content('marked content across a save', `/Span BMC q EMC ${PAGE} Q`),
  content('a text object that ends too often', `ET ${PAGE}`),
  content('a text object in another', `BT ${PAGE} ET`),
  content('a restore inside a text object', `q BT Q ${PAGE}`),
  content('text that clips', `BT 7 Tr /F 12 Tf (a) Tj ET ${PAGE}`),
  content('a frame that is never closed', `${PAGE} 0 0 10 10 re W`),
  content('a path over a text object', '0 0 9000 9000 re BT /F 12 Tf (9) Tj ET f'),
  content('an inline image', `BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q ${PAGE}`),
  content('a section for other readers', `BX Q EX ${PAGE}`),
  content('an unknown word', `Qq ${PAGE}`),
  content('an operand too many', `1 Q ${PAGE}`),
  content('a string before a restore', `(x) Q ${PAGE}`),
  content('an operand that is left', `${PAGE} 1 2 3`),
  content('a remark of one line break', `%x\rQ ${PAGE}`),
  content('a remark with a second line', `% \x0cQ ${PAGE}`),
  content('a zero as a blank', `q\0${PAGE} Q`),
  content('a number of many digits', `1${'0'.repeat(80)} g ${PAGE}`),
  content('a matrix without an inverse', `q 0 0 0 0 0 0 cm ${PAGE} Q`),
  mark('a frame without a size', { 60: form(PAGE).replace('[0 0 100 50]', '[0 0 0 0]') }),
  mark('a font of a graphics state', {
    60: form('BT /F 12 Tf /G gs (a) Tj ET', `${FONT} /ExtGState << /G << /Font [5 0 R 12] >> >>`),
  }),
  content('a font that it does not have', 'BT /G 12 Tf (9) Tj ET'),
  content('text in the font of the page', 'BT (Bold pays 900000) Tj ET'),
  content('a form of the page', `/O Do ${PAGE}`),
  content('a pattern of the page', '/Pattern cs /P scn 0 0 10 10 re f'),
  content('a shading of the page', '/S sh'),
  mark(
    'a soft mask that was signed',
    { 60: form(`/G gs ${PAGE}`, `${FONT} /ExtGState << /G 62 0 R >>`) },
    prepare(OBJECT.page, '/Properties', '/ExtGState << /G 62 0 R >> /Properties', {
      62: '<< /SMask << /S /Luminosity /G 6 0 R >> >>',
    }),
  ),
  mark(
    'letters that are contents, which were signed',
    { 60: form('BT /T 10 Tf (a) Tj ET', '/Font << /T 62 0 R >>') },
    prepare(OBJECT.page, '/F 5 0 R', '/F 5 0 R /T 62 0 R', {
      62: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 63 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] >>',
      63: stream(`9 0 d0 Q Q Q ${PAGE}`),
    }),
  ),
  {
    ...afterCertification(
      'a box whose signed state has a restore too many',
      (bytes) =>
        update(bytes, {
          [FORM.box]: objectText(bytes, FORM.box).replace('/V /Off /AS /Off', '/V /Yes /AS /Yes'),
        }),
      { more: { 40: stream(`Q q ${PAGE} Q`, '/Type /XObject /Subtype /Form /BBox [0 0 20 20]') } },
    ),
    kind,
  },
];

/** Marks as programs draw them. */
export const honestMarks: readonly (readonly [program: string, objects: Objects])[] = [
  [
    'layers, as Acrobat and iText write them',
    {
      60: form('q 1 0 0 1 0 0 cm /FRM Do Q', '/XObject << /FRM 61 0 R >>'),
      61: form(
        'q 1 0 0 1 0 0 cm /n0 Do Q\nq 1 0 0 1 0 0 cm /n1 Do Q\nq 1 0 0 1 0 0 cm /n2 Do Q\n',
        '/XObject << /n0 62 0 R /n1 63 0 R /n2 64 0 R >>',
      ),
      62: form('% DSBlank\n', ''),
      63: form(
        '% DSUnknown\nq\n1 G\n1 g\n0.1 0 0 0.1 9 0 cm\n0 J 0 j 4 M []0 d\n1 i \n0 g\n3 2 m\n3 4 5 6 7 8 c\nh\nf*\nQ',
        '',
      ),
      64: form(
        'q\nBT\n0 1.92 Td\n0 g\n/F 12 Tf\n0 Tc 0 Tw 100 Tz 0 TL 0 Ts 0 Tr\n(Digitally signed)Tj\n0 -12 Td\n(by Saruul)Tj\n0 g\nET\nQ\n',
      ),
    },
  ],
  [
    'text on a line each, as pyHanko does',
    {
      60: packed(
        "q 1 0 0 1 0 0 cm 0.5 w 0 0 100 50 re S q 0.6 0 0 0.6 5 5 cm BT /F 10 Tf 12 TL (Signed by Saruul) Tj (2031) ' ET Q Q",
      ),
    },
  ],
  [
    'images and states, as pdf-lib does',
    {
      60: form(
        'q\n/GS-1 gs\n1 0 0 1 10 10 cm\n1 0 0 1 0 0 cm\n30 0 0 30 0 0 cm\n/Image-1 Do\nQ\nq\n/GS-1 gs\nBT\n0 0 0 rg\n/F 12 Tf\n24 TL\n1 0 0 1 45 20 Tm\n<536172> Tj\nT*\nET\nQ',
        `${FONT} /ExtGState << /GS-1 << /Type /ExtGState /ca 1 /CA 1 /BM /Normal >> >> /XObject << /Image-1 61 0 R >>`,
      ),
      61: stream(
        '\x20',
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      ),
    },
  ],
  [
    'marked text and colour spaces, as office programs do',
    {
      60: form(
        '/Artifact BMC\n0.1 w\nq 0 0 100 50 re\nW* n\nn 0 0 m 5 5 l h B*\n/C cs 0.2 0.4 0.6 scn /DeviceRGB CS 0 0 1 SC\n/Span << /MCID 0 /ActualText (Sar) >> BDC BT\n5 8 Td /F 12 Tf[(S)1(a)-20(r)]TJ\nET EMC\nQ\nEMC\n',
        `${FONT} /ColorSpace << /C /DeviceRGB >>`,
      ),
    },
  ],
  ['nothing', { 60: form('', '') }],
];
