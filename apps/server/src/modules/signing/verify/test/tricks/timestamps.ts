import { addDocumentTimestamp, OBJECT, objectText, stream, update } from '../pdf-maker.ts';
import { append, COVER, fakeTimestamp, forged, signContract } from './contract.ts';
import type { Trick } from './index.ts';

const kind = 'a document timestamp that draws';
const AP = '/AP << /N 90 0 R >>';
const numbers = { 91: '72', 92: '690', 93: '300', 94: '720' };

const fake = (name: string, widget: string, more: Record<number, string> = {}): Trick => ({
  kind,
  name,
  make: async (scene) => fakeTimestamp(await signContract(scene), widget, { 90: forged, ...more }),
});

export const timestampTricks: Trick[] = [
  {
    ...fake('indirect numbers in Rect', `/F 132 /Rect [91 0 R 92 0 R 93 0 R 94 0 R] ${AP}`, numbers),
    isQuick: true,
  },
  fake('one indirect number in Rect', `/F 4 /Rect [72 690 93 0 R 720] ${AP}`, { 93: '300' }),
  fake('Rect by reference', `/F 4 /Rect 91 0 R ${AP}`, { 91: '[72 690 300 720]' }),
  fake('Rect by reference to indirect numbers', `/F 4 /Rect 95 0 R ${AP}`, {
    ...numbers,
    95: '[91 0 R 92 0 R 93 0 R 94 0 R]',
  }),
  fake('numbers behind two references', `/F 4 /Rect [0 0 91 0 R 92 0 R] ${AP}`, {
    91: '93 0 R',
    92: '94 0 R',
    93: '300',
    94: '720',
  }),
  { ...fake('NoView and Print', `/F 36 /Rect [72 690 300 720] ${AP}`), isQuick: true },
  fake('Hidden and Print', `/F 6 /Rect [72 690 300 720] ${AP}`),
  fake('Hidden alone', `/F 2 /Rect [72 690 300 720] ${AP}`),
  fake('ToggleNoView', `/F 292 /Rect [72 690 300 720] ${AP}`),
  fake('flags by reference', `/F 91 0 R /Rect [72 690 300 720] ${AP}`, { 91: '4' }),
  fake('an appearance larger than an empty Rect', `/F 4 /Rect [72 690 72 690] ${AP}`),
  fake('a Rect of one line', `/F 4 /Rect [72 690 300 690] ${AP}`),
  fake('corners the other way round', `/F 4 /Rect [300 720 72 690] ${AP}`),
  fake('Rect written twice', `/F 4 /Rect [0 0 0 0] /Rect [72 690 300 720] ${AP}`),
  fake('Rect written twice, once escaped', `/F 4 /Rect [0 0 0 0] /R#65ct [72 690 300 720] ${AP}`),
  fake(
    'no appearance but a border and a background',
    '/F 4 /Rect [72 690 300 720] /MK << /BG [1 1 1] /CA (900) >>',
  ),
  fake('an appearance of states', '/F 4 /Rect [72 690 300 720] /AS /On /AP << /N << /On 90 0 R >> >>'),
  fake('a rollover appearance', '/F 4 /Rect [0 0 0 0] /AP << /R 90 0 R >>'),
  {
    kind,
    name: 'a widget in Kids',
    make: async (scene) => {
      const signed = await signContract(scene);
      return fakeTimestamp(signed, '/F 4 /Rect [0 0 0 0] /Kids [91 0 R]', {
        90: forged,
        91: `<< /Type /Annot /Subtype /Widget /Parent 99 0 R /F 4 /Rect [72 690 300 720] /P 3 0 R ${AP} >>`,
        [OBJECT.page]: append(objectText(signed, OBJECT.page), 'Annots', 91),
      });
    },
  },
  {
    kind,
    name: 'an intact one with a mark',
    make: async (scene) =>
      addDocumentTimestamp(scene.country, await signContract(scene), {
        rect: '72 690 300 720',
        appearance: COVER,
      }),
  },
  {
    kind,
    name: 'an intact one with indirect numbers in Rect',
    isQuick: true,
    make: async (scene) =>
      addDocumentTimestamp(scene.country, await signContract(scene), {
        appearance: COVER,
        rect: '91 0 R 92 0 R 93 0 R 94 0 R',
        change: (objects) => ({ ...objects, ...numbers }),
      }),
  },
  {
    kind: 'a broken timestamp',
    name: 'for other data, without a mark',
    make: async (scene) =>
      addDocumentTimestamp(scene.country, await signContract(scene), { imprint: Buffer.alloc(32, 7) }),
  },
  {
    kind: 'a broken timestamp',
    name: 'empty, without a mark',
    isQuick: true,
    make: async (scene) => fakeTimestamp(await signContract(scene), '/F 132 /Rect [0 0 0 0]'),
  },
  {
    kind: 'a broken timestamp',
    name: 'a second field for an intact one',
    make: async (scene) => {
      const archived = await addDocumentTimestamp(scene.country, await signContract(scene));
      const [, value] = /\/T \(DocTimeStamp\d+\) \/V (\d+) 0 R/.exec(archived.toString('latin1')) ?? [];
      return update(archived, {
        [OBJECT.form]: append(objectText(archived, OBJECT.form), 'Fields', 91),
        [OBJECT.page]: append(objectText(archived, OBJECT.page), 'Annots', 91),
        90: stream(COVER, '/Type /XObject /Subtype /Form /BBox [0 0 200 40]'),
        91: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (again) /V ${value} 0 R /F 4 /Rect [72 690 300 720] /P 3 0 R ${AP} >>`,
      });
    },
  },
];
