import { deflateSync } from 'node:zlib';
import {
  addEvidence,
  completeEvidence,
  makePdf,
  OBJECT,
  objectText,
  signPdf,
  stream,
  update,
} from '../pdf-maker.ts';
import { COVER, contractObjects, forged, forgedPage, prepare, rewrite, signContract } from './contract.ts';
import type { Trick } from './index.ts';

const kind = 'a prepared reference filled later';
const drawing = 'q 1 1 1 rg 72 690 300 40 re f Q BT /F 12 Tf 72 700 Td (Bold pays 900000 tugrik) Tj ET';
const intoContent = prepare(OBJECT.page, '/Contents 4 0 R', '/Contents [4 0 R 70 0 R]');

const filled = (
  name: string,
  prepared: ReturnType<typeof prepare>,
  objects: Record<number, string>,
): Trick => ({
  kind,
  name,
  make: async (scene) => update(await signContract(scene, prepared), objects),
});

/** An update with a cross-reference stream of the given number; its data may draw as well. */
export function withXrefStream(
  bytes: Buffer,
  own: number,
  objects: Record<number, string>,
  more = '',
): Buffer {
  let body = '';
  const entries: [number, number][] = [];
  for (const [num, text] of Object.entries(objects)) {
    entries.push([Number(num), bytes.length + body.length]);
    body += `${num} 0 obj\n${text}\nendobj\n`;
  }
  const at = bytes.length + body.length;
  entries.push([own, at]);
  const data = Buffer.concat(
    [[0, -1] as [number, number], ...entries].map(([, offset]) => {
      const row = Buffer.alloc(7);
      row[0] = offset < 0 ? 0 : 1;
      row.writeUInt32BE(Math.max(offset, 0), 1);
      return row;
    }),
  );
  const packed = deflateSync(data).toString('latin1');
  const index = ['0 1', ...entries.map(([num]) => `${num} 1`)].join(' ');
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))?.[1];
  const dict = `<< /Type /XRef /W [1 4 2] /Index [${index}] /Size 200 /Prev ${prev} /Root 1 0 R /Info 10 0 R /Filter /FlateDecode /Length ${packed.length} ${more} >>`;
  const text = `${body}${own} 0 obj\n${dict}\nstream\n${packed}\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(text, 'latin1')]);
}

export const danglingTricks: Trick[] = [
  {
    ...filled('content that calls itself ObjStm', intoContent, {
      70: stream(drawing, '/Type /ObjStm /N 0 /First 0'),
    }),
    isQuick: true,
  },
  filled('content that calls itself XRef', intoContent, {
    70: stream(drawing, '/Type /XRef /Size 1 /W [1 1 1]'),
  }),
  filled('content that calls itself Metadata', intoContent, {
    70: stream(drawing, '/Type /Metadata /Subtype /XML'),
  }),
  filled('plain content', intoContent, { 70: forgedPage }),
  filled('an image', prepare(OBJECT.page, '/O 6 0 R', '/O 70 0 R'), { 70: forged }),
  filled(
    'a font',
    prepare(OBJECT.content, 'BT /F 12 Tf', 'BT /G 12 Tf', {
      [OBJECT.page]:
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /G 70 0 R >> >> /Annots [8 0 R] >>',
    }),
    { 70: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>' },
  ),
  filled('the appearance of a stamp', prepare(OBJECT.stamp, '/N 13 0 R', '/N 70 0 R'), { 70: forged }),
  filled('an annotation', prepare(OBJECT.page, '22 0 R]', '22 0 R 70 0 R]'), {
    70: '<< /Type /Annot /Subtype /Stamp /Rect [72 690 300 720] /P 3 0 R /F 4 /AP << /N 71 0 R >> >>',
    71: forged,
  }),
  filled('the list of annotations', prepare(15, '/Annots []', '/Annots 70 0 R'), {
    70: '[71 0 R]',
    71: '<< /Type /Annot /Subtype /FreeText /Rect [72 690 300 720] /Contents (900) /F 4 >>',
  }),
  filled('the box of a page', prepare(15, '/MediaBox [0 0 595 842]', '/MediaBox [0 0 595 70 0 R]'), {
    70: '300',
  }),
  filled('the layers', prepare(OBJECT.catalog, '/D << /OFF [23 0 R] >>', '/D 70 0 R'), {
    70: '<< /ON [23 0 R] >>',
  }),
  filled('a script', prepare(OBJECT.catalog, '/AcroForm', '/OpenAction 70 0 R /AcroForm'), {
    70: '<< /S /JavaScript /JS (this.getField\\("amount"\\).value = 900) >>',
  }),
  filled('the metadata', prepare(OBJECT.catalog, '/AcroForm', '/Metadata 70 0 R /AcroForm'), {
    70: stream('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>', '/Type /Metadata /Subtype /XML'),
  }),
  filled('of another generation', prepare(OBJECT.page, '/Contents 4 0 R', '/Contents [4 0 R 70 1 R]'), {
    70: forgedPage,
  }),
  {
    kind,
    name: 'content that is the cross-reference stream of the update',
    make: async (scene) => withXrefStream(await signContract(scene, intoContent), 70, {}),
  },
  {
    kind,
    name: 'content in the store of evidence',
    make: async (scene) => {
      const signed = await signContract(scene, intoContent);
      const [, store] = /\/DSS (\d+) 0 R/.exec(objectText(signed, OBJECT.catalog)) ?? [];
      return rewrite(signed, Number(store), '/Certs [', '/Certs [70 0 R ', { 70: stream(drawing) });
    },
  },
  {
    kind,
    name: 'the mark of an intact later signature',
    isQuick: true,
    make: async (scene) => {
      const signed = await signContract(scene, prepare(OBJECT.stamp, '/N 13 0 R', '/N 70 0 R'));
      return signPdf(scene.country, signed, {
        signer: scene.country.saruul,
        timestamp: true,
        rect: '400 200 500 240',
        appearance: COVER,
        change: (objects, { drawing: form, widget }) => ({
          ...Object.fromEntries(Object.entries(objects).filter(([num]) => Number(num) !== form)),
          70: objects[form] ?? '',
          [widget]: (objects[widget] ?? '').replace(`/N ${form} 0 R`, '/N 70 0 R'),
        }),
      });
    },
  },
  {
    kind,
    name: 'the widget of an intact later signature',
    make: async (scene) => {
      const signed = await signContract(scene, prepare(15, '/Annots []', '/Annots [70 0 R]'));
      return signPdf(scene.country, signed, {
        signer: scene.country.saruul,
        timestamp: true,
        rect: '72 690 300 720',
        appearance: COVER,
        change: (objects, { widget }) => {
          const { [widget]: text, ...rest } = objects;
          return {
            ...Object.fromEntries(
              Object.entries(rest).map(([num, one]) => [num, (one ?? '').replace(`${widget} 0 R`, '70 0 R')]),
            ),
            70: text ?? '',
          };
        },
      });
    },
  },
  {
    kind,
    name: 'an object beyond the announced size',
    make: async (scene) => {
      const { country } = scene;
      const objects = intoContent({ ...contractObjects(), 70: forgedPage });
      const file = Buffer.from(makePdf(objects).toString('latin1').replace('/Size 71', '/Size 30'), 'latin1');
      return addEvidence(await signPdf(country, file, { timestamp: true }), await completeEvidence(country));
    },
  },
];
