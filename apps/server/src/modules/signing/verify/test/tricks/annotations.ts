import { OBJECT, objectText, signPdf, update } from '../pdf-maker.ts';
import { append, COVER, forged, MORE, prepare, rewrite, signContract } from './contract.ts';
import type { Trick } from './index.ts';

const onPage = 'annotations of a page changed';
const inField = 'an empty signature field changed';
type Prepared = ReturnType<typeof prepare>;

const page = (name: string, from: string | RegExp, to: string, more = {}, prepared?: Prepared): Trick => ({
  kind: onPage,
  name,
  make: async (scene) => rewrite(await signContract(scene, prepared), OBJECT.page, from, to, more),
});
const field = (
  name: string,
  num: number,
  from: string | RegExp,
  to: string,
  more = {},
  prepared?: Prepared,
): Trick => ({
  kind: inField,
  name,
  make: async (scene) => rewrite(await signContract(scene, prepared), num, from, to, more),
});
/** Signed by Saruul, intact, with one thing too many. */
const signedWith = (name: string, change: (text: string, num: number) => string, kind = onPage): Trick => ({
  kind,
  name,
  make: async (scene) =>
    signPdf(scene.country, await signContract(scene), {
      signer: scene.country.saruul,
      timestamp: true,
      rect: '400 200 500 240',
      appearance: COVER,
      change: (objects, { widget }) => ({
        ...objects,
        [OBJECT.page]: change(objects[OBJECT.page] ?? '', widget),
      }),
    }),
});

const listed = prepare(OBJECT.page, /\/Annots \[([^\]]*)\]/, '/Annots 60 0 R', {
  60: '[8 0 R 12 0 R 17 0 R 21 0 R 22 0 R]',
});

export const annotationTricks: Trick[] = [
  { ...page('order', '[8 0 R 12 0 R', '[12 0 R 8 0 R'), isQuick: true },
  page('repetition', '[8 0 R 12 0 R', '[8 0 R 12 0 R 8 0 R'),
  page('repetition at the end', '22 0 R', '22 0 R 12 0 R'),
  page('one taken away', '12 0 R ', ''),
  page(
    'one written as a dictionary',
    '12 0 R',
    '<< /Type /Annot /Subtype /FreeText /Rect [72 690 300 720] /Contents (900) >>',
  ),
  page('a note over the text', '22 0 R', '22 0 R 60 0 R', {
    60: '<< /Type /Annot /Subtype /FreeText /Rect [72 690 300 720] /Contents (900) /F 4 /P 3 0 R >>',
  }),
  page('a link to another place', '22 0 R', '22 0 R 60 0 R', {
    60: '<< /Type /Annot /Subtype /Link /Rect [72 690 300 720] /A << /S /URI /URI (https://example.org) >> /P 3 0 R >>',
  }),
  {
    kind: onPage,
    name: 'order in a list of its own',
    make: async (scene) =>
      update(
        await signContract(
          scene,
          prepare(MORE.second, '/Annots []', '/Annots 60 0 R', {
            60: '[61 0 R 62 0 R]',
            61: stamp('0'),
            62: stamp('1'),
          }),
        ),
        {
          60: '[62 0 R 61 0 R]',
        },
      ),
  },
  {
    kind: onPage,
    name: 'one list for two pages',
    make: async (scene) => {
      const both = (objects: Parameters<Prepared>[0]) =>
        prepare(MORE.second, '/Annots []', '/Annots 60 0 R')(listed(objects));
      const signed = await signContract(scene, both);
      return signPdf(scene.country, signed, {
        signer: scene.country.saruul,
        timestamp: true,
        rect: '72 690 300 720',
        appearance: COVER,
        change: (objects, { widget }) => ({
          ...objects,
          60: `${objectText(signed, 60).slice(0, -1)} ${widget} 0 R]`,
        }),
      });
    },
  },
  page('a stamp moved', /$/, '', {
    [OBJECT.stamp]: '<< /Type /Annot /Subtype /Stamp /Rect [72 690 300 720] /P 3 0 R /AP << /N 13 0 R >> >>',
  }),
  signedWith('the new widget in front', (text, num) =>
    text.replace(` ${num} 0 R]`, ']').replace('/Annots [', `/Annots [${num} 0 R `),
  ),
  signedWith('the new widget twice', (text, num) => text.replace(`${num} 0 R]`, `${num} 0 R ${num} 0 R]`)),
  signedWith('the new widget in place of a stamp', (text) => text.replace('12 0 R ', '')),
  {
    kind: onPage,
    name: 'the new widget on another page too',
    make: async (scene) => {
      const signed = await signContract(scene);
      return signPdf(scene.country, signed, {
        signer: scene.country.saruul,
        timestamp: true,
        rect: '72 690 300 720',
        appearance: COVER,
        change: (objects, { widget }) => ({
          ...objects,
          [MORE.second]: append(objectText(signed, MORE.second), 'Annots', widget),
        }),
      });
    },
  },
  { ...field('shown by F', MORE.empty, '/F 2', '/F 4'), isQuick: true },
  field('printed by F', MORE.empty, '/F 2', '/F 36'),
  field('F by reference', MORE.empty, '/F 2', '/F 60 0 R', { 60: '4' }),
  field('shown by AS', MORE.empty, '/AS /Off', '/AS /On', {}, prepare(MORE.empty, '/F 2', '/F 4')),
  field(
    'shown by AS, escaped',
    MORE.empty,
    '/AS /Off',
    '/A#53 /O#6e',
    {},
    prepare(MORE.empty, '/F 2', '/F 4'),
  ),
  field('shown by MK', MORE.open, '/F 4', '/F 4 /MK << /BG [1 1 1] /CA (Paid) >>'),
  field('MK replaced', MORE.empty, '/MK << >>', '/MK << /BC [0 0 0] /BG [1 0 0] >>'),
  field('moved', MORE.open, '[400 100 500 140]', '[72 690 300 720]'),
  field('an appearance without a signature', MORE.open, '/F 4', '/F 4 /AP << /N 60 0 R >>', { 60: forged }),
  {
    ...field('an appearance of a kid', MORE.kid, '/F 4', '/F 4 /AP << /N 60 0 R >>', { 60: forged }),
    isQuick: true,
  },
  field(
    'a kid that was hidden',
    MORE.kid,
    '/F 2',
    '/F 36',
    {},
    prepare(MORE.kid, '/F 4', '/F 2 /AP << /N 18 0 R >>'),
  ),
  field('another kid', MORE.parent, '[21 0 R]', '[21 0 R 60 0 R]', {
    60: '<< /Type /Annot /Subtype /Widget /F 4 /Parent 20 0 R /Rect [72 690 300 720] /P 3 0 R /AP << /N 61 0 R >> >>',
    61: forged,
  }),
  field(
    'an appearance stream redefined',
    MORE.emptyOff,
    /$/,
    ' ',
    { [MORE.emptyOff]: forged },
    prepare(MORE.empty, '/F 2', '/F 4'),
  ),
  field('a value that is no signature', MORE.open, '/F 4', '/F 4 /V << /Type /Sig >> /AP << /N 60 0 R >>', {
    60: forged,
  }),
  field('an action', MORE.open, '/F 4', '/F 4 /AA << /E << /S /JavaScript /JS (x) >> >>'),
  field('another name', MORE.open, '(fourth)', '(amount)'),
  {
    kind: inField,
    name: 'shown while another field is signed',
    make: async (scene) => {
      const signed = await signContract(scene);
      return signPdf(scene.country, signed, {
        signer: scene.country.saruul,
        timestamp: true,
        change: (objects) => ({
          ...objects,
          [MORE.empty]: objectText(signed, MORE.empty).replace('/F 2', '/F 4'),
        }),
      });
    },
  },
];

function stamp(grey: string): string {
  return `<< /Type /Annot /Subtype /Square /IC [${grey} ${grey} ${grey}] /Rect [72 600 300 720] /F 4 /AP << /N ${grey === '0' ? 13 : 18} 0 R >> >>`;
}
