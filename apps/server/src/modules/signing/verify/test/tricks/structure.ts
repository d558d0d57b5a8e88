import { deflateSync } from 'node:zlib';
import {
  addEvidence,
  completeEvidence,
  makePdf,
  OBJECT,
  objectText,
  placeOf,
  signPdf,
  stream,
  update,
} from '../pdf-maker.ts';
import { contractObjects, forgedPage, prepare, rewrite, signContract } from './contract.ts';
import { withXrefStream } from './dangling.ts';
import type { Trick } from './index.ts';

const kind = 'a structure that readers repair';
const evil = `${OBJECT.content} 0 obj\n${forgedPage}\nendobj\n`;

const structure = (name: string, make: (signed: Buffer) => Buffer): Trick => ({
  kind,
  name,
  make: async (scene) => make(await signContract(scene)),
});

/** Packs objects into an object stream of the update. */
function packed(objects: Record<number, string>, more = ''): string {
  let data = '';
  const head = Object.entries(objects).map(([num, text]) => {
    const place = `${num} ${data.length}`;
    data += `${text} `;
    return place;
  });
  const first = `${head.join(' ')} `;
  const body = deflateSync(Buffer.from(first + data, 'latin1')).toString('latin1');
  return `<< /Type /ObjStm /N ${head.length} /First ${first.length} /Filter /FlateDecode /Length ${body.length} ${more} >>\nstream\n${body}\nendstream`;
}

export const structureTricks: Trick[] = [
  {
    ...structure('a wrong entry and an unlisted object', (signed) =>
      update(signed, {}, { redirect: { [OBJECT.content]: signed.length + 3 }, unlisted: evil }),
    ),
    isQuick: true,
  },
  structure('an entry beyond the file and an unlisted object', (signed) =>
    update(signed, {}, { redirect: { [OBJECT.content]: 99_999_999 }, unlisted: evil }),
  ),
  { ...structure('an unlisted object', (signed) => update(signed, {}, { unlisted: evil })), isQuick: true },
  structure('an unlisted object in a remark', (signed) =>
    update(signed, {}, { unlisted: `% ${evil.replace(/\n/g, ' ')}\n` }),
  ),
  structure('an unlisted catalog and trailer', (signed) =>
    update(signed, {}, { unlisted: `trailer\n<< /Root ${OBJECT.hiddenPage} 0 R >>\n` }),
  ),
  structure('words between objects', (signed) => update(signed, {}, { unlisted: 'some words\n' })),
  structure('object 0 in use', (signed) =>
    update(signed, { 0: forgedPage }, { table: (text) => text.replace('0 1\n0000000000 65535 f \n', '') }),
  ),
  structure('an entry into another object', (signed) =>
    update(signed, { 60: stream(`x\n${evil}`) }, { redirect: { [OBJECT.content]: signed.length + 40 } }),
  ),
  structure('an entry into the store of evidence', (signed) => {
    const shown = rewrite(
      signed,
      OBJECT.information,
      '/Title (Contract)',
      `/Title (Contract) /Keywords (\n${evil})`,
    );
    return update(shown, {}, { redirect: { [OBJECT.content]: shown.indexOf(`\n${evil}`) + 1 } });
  }),
  structure('entries of 19 bytes', (signed) =>
    update(
      signed,
      { [OBJECT.information]: objectText(signed, OBJECT.information) },
      { table: (text) => text.replace(/ \n/g, '\n') },
    ),
  ),
  structure('an entry with another generation', (signed) =>
    update(
      signed,
      { [OBJECT.information]: objectText(signed, OBJECT.information) },
      { table: (text) => text.replace('00000 n', '00007 n') },
    ),
  ),
  structure('a hybrid cross-reference', (signed) => {
    const hidden = withXrefStream(signed, 61, { [OBJECT.content]: forgedPage });
    const at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(hidden.toString('latin1'))?.[1]);
    const prev = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(signed.toString('latin1'))?.[1]);
    return update(
      hidden.subarray(0, hidden.lastIndexOf('startxref')),
      {},
      { prev, end: (text) => text.replace('/Prev', `/XRefStm ${at} /Prev`) },
    );
  }),
  structure('a smaller size', (signed) =>
    update(signed, {}, { end: (text) => text.replace(/\/Size \d+/, '/Size 5') }),
  ),
  structure('two ends', (signed) =>
    update(signed, {}, { end: (text) => `${text}startxref\n${signed.length}\n%%EOF\n` }),
  ),
  structure('a start that leads elsewhere', (signed) =>
    update(signed, { [OBJECT.content]: forgedPage }, { end: (text) => `${text}startxref\n9\n%%EOF\n` }),
  ),
  structure('bytes after the end', (signed) => Buffer.concat([signed, Buffer.from(evil)])),
  structure('a page with one key twice', (signed) =>
    rewrite(signed, OBJECT.page, '/Contents 4 0 R', '/Contents 4 0 R /Contents 11 0 R'),
  ),
  structure('a page with one key twice, once escaped', (signed) =>
    rewrite(signed, OBJECT.page, '/Contents 4 0 R', '/Contents 4 0 R /C#6fntents 11 0 R'),
  ),
  structure('a trailer with another root, escaped', (signed) =>
    update(signed, { 60: objectText(signed, OBJECT.catalog) }, { trailer: '/R#6fot 60 0 R /Info 10 0 R' }),
  ),
  structure('a trailer with two roots', (signed) =>
    update(
      signed,
      { 60: objectText(signed, OBJECT.catalog) },
      { trailer: '/Root 1 0 R /Root 60 0 R /Info 10 0 R' },
    ),
  ),
  structure('a trailer with an unknown key', (signed) =>
    update(signed, {}, { trailer: '/Root 1 0 R /Info 10 0 R /AuthCode << >>' }),
  ),
  structure('encryption', (signed) =>
    update(
      signed,
      {},
      { trailer: '/Root 1 0 R /Info 10 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -1 >>' },
    ),
  ),
  structure('a skipped revision', (signed) => {
    const first = Number(/startxref\s+(\d+)/.exec(signed.toString('latin1'))?.[1]);
    return update(signed, { [OBJECT.content]: forgedPage }, { prev: first });
  }),
  structure('an update that lists old bytes again', (signed) =>
    update(signed, {}, { redirect: { [OBJECT.content]: placeOf(signed, OBJECT.hiddenContent) } }),
  ),
  structure('an object stream with an object that is not listed', (signed) =>
    withXrefStream(signed, 61, {
      60: packed({ [OBJECT.page]: objectText(signed, OBJECT.page).replace('4 0 R', '11 0 R') }),
    }),
  ),
  structure('an object stream that extends another', (signed) =>
    withXrefStream(signed, 61, { 60: packed({ 62: '(x)' }, '/Extends 4 0 R') }),
  ),
  structure('an object stream in place of an object', (signed) =>
    withXrefStream(signed, 61, { [OBJECT.content]: packed({ 62: '(x)' }) }),
  ),
  structure('a cross-reference stream in place of an object', (signed) =>
    withXrefStream(signed, OBJECT.content, {}),
  ),
  structure('a freed object', (signed) => update(signed, { [OBJECT.overlay]: null })),
  {
    kind,
    name: 'a wrong entry in the signed part',
    make: async ({ country }) => {
      const file = makePdf(
        prepare(
          OBJECT.page,
          '/Contents 4 0 R',
          '/Contents [4 0 R 70 0 R]',
        )({ ...contractObjects(), 70: stream('') }),
      );
      const place = String(file.indexOf('\n70 0 obj') + 1).padStart(10, '0');
      const wrong = Buffer.from(
        file.toString('latin1').replace(`${place} 00000 n`, '0000000123 00000 n'),
        'latin1',
      );
      const signed = addEvidence(
        await signPdf(country, wrong, { timestamp: true }),
        await completeEvidence(country),
      );
      return update(signed, {}, { unlisted: `70 0 obj\n${forgedPage}\nendobj\n` });
    },
  },
];
