import { OBJECT, type Objects, objectText, type SignOptions, signPdf, stream } from '../pdf-maker.ts';
import { openScene, type Scene } from '../scene.ts';
import { append, COVER, forged, MORE, prepare, signContract } from './contract.ts';
import type { Trick } from './index.ts';

const kind = 'the mark of a later signer';
type Prepared = (objects: Objects) => Objects;

const mark = (name: string, options: SignOptions, prepared?: Prepared): Trick => ({
  kind,
  name,
  make: async (scene) => signNext(scene, await signContract(scene, prepared), options),
});

const signNext = ({ country }: Scene, signed: Buffer, options: SignOptions): Promise<Buffer> =>
  signPdf(country, signed, { signer: country.saruul, timestamp: true, appearance: COVER, ...options });

const cropped = prepare(
  OBJECT.page,
  '/MediaBox [0 0 595 842]',
  '/MediaBox [0 0 595 842] /CropBox [60 600 360 730]',
);
/** Needs no resources. */
const PAINT = '1 1 1 rg 0 0 400 400 re f';
const withForm = (dict: string): SignOptions => ({
  rect: '400 200 500 240',
  change: (objects, { drawing }) => ({
    ...objects,
    [drawing]: stream(PAINT, `/Type /XObject /Subtype /Form /BBox [0 0 200 40] ${dict}`),
    60: forged,
  }),
});

/** Signs the field that the author left open. */
const inAuthorsField = (name: string, from: string, to: string): Trick => ({
  kind,
  name,
  make: async (scene) => {
    const signed = await signContract(scene, prepare(MORE.open, from, to));
    return signNext(scene, signed, {
      change: (objects, { signature, drawing }) => ({
        [signature]: objects[signature] ?? '',
        [drawing]: objects[drawing] ?? '',
        [MORE.open]: objectText(signed, MORE.open).replace(
          / >>$/,
          ` /V ${signature} 0 R /AP << /N ${drawing} 0 R >> >>`,
        ),
      }),
    });
  },
});

/** As a paper of the platform. */
const onSealed = (name: string, rect: string, prepared?: Prepared): Trick => ({
  ...mark(name, { rect }, prepared),
  kind: 'a mark over a sealed paper',
  isSealed: true,
});

const matrix = (name: string, numbers: string): Trick =>
  mark(`a matrix that cannot be inverted: ${name}`, withForm(`/Matrix [${numbers}]`));

export const markTricks: Trick[] = [
  { ...mark('in a frame without size', { rect: '1 1 1 1' }), isQuick: true },
  mark('in a frame without height', { rect: '100 100 300 100' }),
  mark('in a frame without width', { rect: '100 100 100 300' }),
  { ...mark('as a thin line through text', { rect: '72 701 300 701.8' }), isQuick: true },
  mark('as a thin line on a blank place', { rect: '72 101 300 103' }),
  onSealed('as a thin line through a name', '72 704.3 300 705.1'),
  { ...matrix('zero', '0 0 0 0 0 0'), isQuick: true },
  matrix('one line', '1 1 1 1 0 0'),
  matrix('without height', '1 0 0 0 0 0'),
  mark('a matrix that cannot be inverted, in a form inside', {
    rect: '400 200 500 240',
    change: (objects, { drawing }) => ({
      ...objects,
      [drawing]: stream(
        '/F Do',
        '/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /XObject << /F 61 0 R >> >>',
      ),
      61: stream(PAINT, '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Matrix [0 0 0 0 0 0]'),
    }),
  }),
  { ...onSealed('over a name', '72 695 110 715'), isQuick: true },
  onSealed('over a single letter', '72 700 78 712'),
  onSealed('over the lower edge of a line', '60 690 300 702'),
  { ...onSealed('a digit behind a number', '186 698 196 712'), isQuick: true },
  onSealed('a digit before a number', '58 698 68 712'),
  onSealed('a word between two lines', '72 682 100 694'),
  onSealed('a thin frame below a line, which strikes nothing', '72 690 300 694.5'),
  onSealed('over a plain coloured place', '320 120 360 150', (objects) => ({
    ...objects,
    [OBJECT.content]: stream(
      '0.9 0.3 0.3 rg 300 100 120 80 re f 0 g BT /F 12 Tf 72 700 Td (Bold pays 100 tugrik) Tj ET',
    ),
  })),
  mark('over more than a tenth of what is drawn', { rect: '60 640 260 720' }),
  {
    kind,
    name: 'several signatures, together over more than a tenth of what is drawn',
    make: async (scene) => {
      let signed = await signContract(scene);
      for (const bottom of [690, 660, 640]) {
        const rect = `60 ${bottom} 260 ${bottom + 22}`;
        signed = await signNext(scene, signed, { rect });
      }
      return signed;
    },
  },
  { ...mark('over half of the page', { rect: '50 300 545 740' }), isQuick: true },
  mark('over the whole page', { rect: '0 0 595 842' }),
  mark('over the whole page, corners the other way round', { rect: '595 842 0 0' }),
  mark('larger than the page', { rect: '-2000 -2000 4000 4000' }),
  mark('over a small crop box', { rect: '60 600 360 730' }, cropped),
  mark(
    'over a small crop box that the pages inherit',
    { rect: '60 600 360 730' },
    prepare(OBJECT.pages, '/Count 2', '/Count 2 /CropBox [60 600 360 730]'),
  ),
  mark(
    'over a small crop box by reference',
    { rect: '60 600 360 730' },
    prepare(OBJECT.page, '/MediaBox [0 0 595 842]', '/MediaBox [0 0 595 842] /CropBox 60 0 R', {
      60: '[60 600 61 0 R 730]',
      61: '360',
    }),
  ),
  mark('over a small crop box of a page of large units', { rect: '60 600 360 730' }, (objects) =>
    prepare(OBJECT.page, '/Contents', '/UserUnit 3 /Rotate 90 /Contents')(cropped(objects)),
  ),
  mark('by indirect numbers', {
    rect: '60 0 R 61 0 R 62 0 R 63 0 R',
    change: (objects) => ({ ...objects, 60: '50', 61: '300', 62: '545', 63: '740' }),
  }),
  {
    kind,
    name: 'many widgets of one signature',
    isQuick: true,
    make: async (scene) => {
      const signed = await signContract(scene);
      return signNext(scene, signed, {
        change: (objects, { widget, signature, drawing }) => {
          const kids = Array.from({ length: 8 }, (_, at) => 60 + at);
          return {
            ...objects,
            [OBJECT.page]: append(objectText(signed, OBJECT.page), 'Annots', ...kids),
            [widget]: `<< /FT /Sig /T (many) /V ${signature} 0 R /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
            ...Object.fromEntries(
              kids.map((kid, at) => [
                kid,
                `<< /Type /Annot /Subtype /Widget /Parent ${widget} 0 R /F 4 /P 3 0 R /Rect [60 ${330 + 50 * at} 400 ${380 + 50 * at}] /AP << /N ${drawing} 0 R >> >>`,
              ]),
            ),
          };
        },
      });
    },
  },
  {
    kind,
    name: 'several signatures, each small',
    make: async (scene) => {
      let signed = await signContract(scene);
      for (const bottom of [640, 560, 480, 400])
        signed = await signNext(scene, signed, { rect: `50 ${bottom} 545 ${bottom + 80}` });
      return signed;
    },
  },
  inAuthorsField('a field of the author that covers the page', '[400 100 500 140]', '[0 0 595 842]'),
  inAuthorsField('a field of the author that keeps its size', '/F 4', '/F 12'),
  {
    kind,
    name: 'of a stranger',
    make: async (scene) => {
      const { bold, chain } = (await openScene()).country;
      return signNext(scene, await signContract(scene), { signer: bold, chain, rect: '72 690 300 720' });
    },
  },
  mark('of a broken signature', { rect: '72 690 300 720', faults: { wrongValue: true } }),
  mark('of a broken signature, invisible', { faults: { wrongValue: true }, change: (objects) => objects }),
  mark('with a layer', withForm('/OC 23 0 R')),
  mark('with another file inside', withForm('/Ref << /F (other.pdf) /Page 0 >>')),
  mark(
    'with a drawing that is an object stream',
    withForm('/Resources << /XObject << /X << /Type /ObjStm >> >> >>'),
  ),
  mark('with states', {
    rect: '400 200 500 240',
    change: (objects, { widget, drawing }) => ({
      ...objects,
      60: forged,
      [widget]: (objects[widget] ?? '').replace(`/N ${drawing} 0 R`, `/N ${drawing} 0 R /D 60 0 R`),
    }),
  }),
  mark('that keeps its size when the page gets smaller', {
    rect: '400 200 500 240',
    change: (objects, { widget }) => ({
      ...objects,
      [widget]: (objects[widget] ?? '').replace('/F 132', '/F 12'),
    }),
  }),
  mark('with an action', {
    change: (objects, { widget }) => ({
      ...objects,
      [widget]: (objects[widget] ?? '').replace('/F 132', '/F 132 /AA << /E << /S /JavaScript /JS (x) >> >>'),
    }),
  }),
  mark('with the name of another field', { name: 'amount', rect: '400 200 500 240' }),
  mark('with a second field beside it', {
    change: (objects) => ({
      ...objects,
      [OBJECT.form]: append(objects[OBJECT.form] ?? '', 'Fields', 60),
      [OBJECT.page]: append(objects[OBJECT.page] ?? '', 'Annots', 60),
      60: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (more) /V (900) /F 4 /Rect [72 690 300 720] /P 3 0 R >>',
    }),
  }),
];
