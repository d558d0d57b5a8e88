import { deflateSync } from 'node:zlib';
import {
  addEvidence,
  completeEvidence,
  type HoleOptions,
  makePdf,
  OBJECT,
  objectText,
  signPdf,
  stream,
  update,
} from '../pdf-maker.ts';
import { representative } from '../pki.ts';
import type { Scene } from '../scene.ts';
import { contractObjects, forgedPage, rewrite, signContract } from './contract.ts';
import { withXrefStream } from './dangling.ts';
import type { Trick } from './index.ts';

const kind = 'bytes that repairing readers find';
const twin = `${OBJECT.content} 0 obj\n${forgedPage}\nendobj\n`;
/** Balanced, so that it fits into a string. */
const written = `\n${twin}`;
const blanks = (count: number, blank = '\n') => blank.repeat(count);

/** A file of one save with a second content that its cross-reference does not list. */
export function withTwin(file: Buffer): Buffer {
  const text = file.toString('latin1');
  const at = text.indexOf('xref\n0 1');
  const moved = text.slice(at).replace(/startxref\n\d+/, `startxref\n${at + twin.length}`);
  return Buffer.from(`${text.slice(0, at)}${twin}${moved}`, 'latin1');
}

const bytes = (name: string, make: (signed: Buffer, scene: Scene) => Buffer | Promise<Buffer>): Trick => ({
  kind,
  name,
  make: async (scene) => make(await signContract(scene), scene),
});
const quick = (trick: Trick): Trick => ({ ...trick, isQuick: true });
const after = (name: string, text: string): Trick =>
  bytes(name, (signed) => Buffer.concat([signed, Buffer.from(text, 'latin1')]));

/** The store of evidence with one more stream in one of its lists. */
function stored(
  signed: Buffer,
  list: string,
  text: string,
  more: Record<number, string> = {},
  num = 60,
): Buffer {
  const [, store] = /\/DSS (\d+) 0 R/.exec(objectText(signed, OBJECT.catalog)) ?? [];
  return rewrite(signed, Number(store), `/${list} [`, `/${list} [${num} 0 R `, {
    [num]: text,
    ...more,
  });
}
const certificate = ({ country }: Scene): string => Buffer.from(country.saruul.der).toString('latin1');
const packed = (data: string, level: number): string =>
  deflateSync(Buffer.from(data, 'latin1'), { level }).toString('latin1');

/** Signed by Saruul, intact, with words of structure in one of its texts. */
const signedWith = (name: string, options: HoleOptions): Trick =>
  bytes(name, (signed, { country }) =>
    signPdf(country, signed, { signer: country.saruul, timestamp: true, ...options }),
  );
const informed = (name: string, text: string): Trick =>
  bytes(name, (signed) => rewrite(signed, OBJECT.information, '/Title', () => `/Producer (${text}) /Title`));

/** A save that changes nothing, with one entry of its trailer or of its cross-reference stream in an unusual form. */
const trailed = (name: string, from: RegExp, to: string): Trick =>
  bytes(name, (signed) => update(signed, {}, { end: (text) => text.replace(from, to) }));
const streamed = (name: string, from: RegExp, to: string): Trick =>
  bytes(name, (signed) => {
    const made = withXrefStream(signed, 61, {}).toString('latin1');
    const changed = made.slice(signed.length).replace(from, to);
    return Buffer.concat([signed, Buffer.from(changed, 'latin1')]);
  });
const unusual: Trick[] = [
  quick(trailed('a fraction that leads to the save before', /\/Prev (\d+)/, '/Prev $1.0')),
  trailed('a point after the place of the save before', /\/Prev (\d+)/, '/Prev $1.'),
  trailed('a sign before the place of the save before', /\/Prev (\d+)/, '/Prev +$1'),
  trailed('zeros before the place of the save before', /\/Prev (\d+)/, '/Prev 00$1'),
  trailed('an escaped key of the trailer', /\/Prev/, '/Pr#65v'),
  trailed('a fraction as the size', /\/Size (\d+)/, '/Size $1.0'),
  trailed('a sign before the size', /\/Size (\d+)/, '/Size +$1'),
  trailed('an entry of the trailer that is null', /\/Size/, '/Info null /Size'),
  quick(streamed('widths that are fractions', /\/W \[1 4 2\]/, '/W [1.0 4.0 2.0]')),
  streamed('an index with a fraction', /\/Index \[0 1 61 1\]/, '/Index [0 1 61.0 1]'),
  streamed('a cross-reference stream with a fraction as its size', /\/Size 200/, '/Size 200.0'),
  streamed('a fraction that leads a stream to the save before', /\/Prev (\d+)/, '/Prev $1.0'),
  streamed('a fraction as the length of a cross-reference stream', /\/Length (\d+)/, '/Length $1.0'),
  streamed('parameters of packing that are null', /\/Filter/, '/DecodeParms [null] /Filter'),
  bytes('a fraction as the length of evidence', (signed, scene) =>
    stored(signed, 'Certs', stream(certificate(scene)).replace(/\/Length (\d+)/, '/Length $1.0')),
  ),
  bytes('evidence whose packing is null', (signed, scene) =>
    stored(signed, 'Certs', stream(certificate(scene), '/Filter null')),
  ),
];

export const byteTricks: Trick[] = [
  ...unusual,
  quick({
    kind,
    name: 'an object that nobody lists in the signed part, and blanks after the end',
    make: async ({ country }) => {
      const prepared = withTwin(makePdf(contractObjects()));
      const signed = await signPdf(country, prepared, { timestamp: true });
      const complete = addEvidence(signed, await completeEvidence(country));
      return Buffer.concat([complete, Buffer.from(blanks(30_000))]);
    },
  }),
  after('blanks after the end', blanks(30_000)),
  after('two line breaks after the end', '\n'),
  after('zeros after the end', blanks(5000, '\0')),
  after('a remark after the end', '% read me\n'),
  bytes('blanks before the start of the cross-reference is named', (signed) =>
    update(signed, {}, { end: (text) => text.replace('startxref', `${blanks(2000)}startxref`) }),
  ),
  bytes('blanks before the end mark', (signed) =>
    update(signed, {}, { end: (text) => text.replace('%%EOF', `${blanks(40)}%%EOF`) }),
  ),
  bytes('blanks between objects', (signed) => update(signed, {}, { unlisted: blanks(2000) })),
  bytes('a start that leads to a blank before the cross-reference', (signed) =>
    update(
      signed,
      {},
      {
        unlisted: ' ',
        end: (text) => text.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) - 1}`),
      },
    ),
  ),
  bytes('a remark inside the cross-reference', (signed) =>
    update(signed, {}, { table: (text) => text.replace('xref\n', 'xref % read me\n') }),
  ),
  bytes('a size that no reader can hold', (signed) =>
    update(signed, {}, { end: (text) => text.replace(/\/Size \d+/, '/Size 2000000000') }),
  ),
  bytes('a table whose lines are broken', (signed) =>
    update(signed, {}, { table: (text) => text.replace('0 1\n', '0\n1\n') }),
  ),
  bytes('a table whose lines are joined', (signed) =>
    update(signed, {}, { table: (text) => text.replace('0 1\n', '0 1 ') }),
  ),
  bytes('a zero in the trailer', (signed) =>
    update(signed, {}, { end: (text) => text.replace('trailer\n', 'trailer\0') }),
  ),
  bytes('a remark that takes the start of the cross-reference', (signed) =>
    update(signed, {}, { end: (text) => text.replace('\nstartxref', '%startxref') }),
  ),
  bytes('information of another generation', (signed) =>
    rewrite(signed, OBJECT.information, '20310101', '20310506', {}, { trailer: '/Root 1 0 R /Info 10 9 R' }),
  ),
  bytes('a number that some readers refuse', (signed, scene) =>
    stored(signed, 'Certs', stream(certificate(scene)), {}, 5_000_000),
  ),
  bytes('a table whose trailer calls itself a stream', (signed) =>
    update(signed, {}, { trailer: '/Root 1 0 R /Info 10 0 R /Type /XRef /W [1 2 1]' }),
  ),
  bytes('a cross-reference stream with more bytes than entries', (signed) => {
    const made = withXrefStream(signed, 61, {}, '').toString('latin1');
    return Buffer.from(made.replace(/\/Index \[0 1 61 1\]/, '/Index [0 1]'), 'latin1');
  }),
  quick(
    bytes('an object after a certificate', (signed, scene) =>
      stored(signed, 'Certs', stream(`${certificate(scene)}${written}`)),
    ),
  ),
  bytes('words before a certificate', (signed, scene) =>
    stored(signed, 'Certs', stream(`words ${certificate(scene)}`)),
  ),
  bytes('the end of a stream and an object after a certificate', (signed, scene) =>
    stored(signed, 'Certs', stream(`${certificate(scene)}\nendstream\nendobj\n${twin}`)),
  ),
  bytes('words after packed evidence', (signed, scene) =>
    stored(signed, 'Certs', stream(`${packed(certificate(scene), 9)} words`, '/Filter /FlateDecode')),
  ),
  bytes('words among the digits of evidence', (signed, scene) =>
    stored(
      signed,
      'Certs',
      stream(`${Buffer.from(certificate(scene), 'latin1').toString('hex')} (x) >`, '/Filter /ASCIIHexDecode'),
    ),
  ),
  quick(
    bytes('an object in the name of a certificate', async (signed, { country }) => {
      const { der } = await country.issueSigner({ subject: representative('УУ90010112', written) });
      return stored(signed, 'Certs', stream(Buffer.from(der).toString('latin1')));
    }),
  ),
  bytes('an object in a certificate that is packed without being pressed', async (signed, { country }) => {
    const { der } = await country.issueSigner({ subject: representative('УУ90010112', written) });
    const data = packed(Buffer.from(der).toString('latin1'), 0);
    return stored(signed, 'Certs', stream(data, '/Filter /FlateDecode'));
  }),
  bytes('a certificate among the answers', (signed, scene) =>
    stored(signed, 'OCSPs', stream(certificate(scene))),
  ),
  bytes('a certificate among the lists', (signed, scene) =>
    stored(signed, 'CRLs', stream(certificate(scene))),
  ),
  bytes('an index of evidence with a name of its own', (signed, scene) => {
    const [, store] = /\/DSS (\d+) 0 R/.exec(objectText(signed, OBJECT.catalog)) ?? [];
    return rewrite(
      signed,
      Number(store),
      '/Certs [',
      '/VRI << /Any << /Cert [60 0 R] >> >> /Certs [60 0 R ',
      {
        60: stream(certificate(scene)),
      },
    );
  }),
  bytes('evidence whose length is elsewhere', (signed, scene) => {
    const text = stream(certificate(scene));
    const length = /\/Length (\d+)/.exec(text)?.[1] ?? '';
    return stored(signed, 'Certs', text.replace(/\/Length \d+/, '/Length 62 0 R'), { 62: length });
  }),
  bytes('blanks between evidence and its end', (signed, scene) =>
    stored(signed, 'Certs', stream(certificate(scene)).replace('\nendstream', '\n \n\nendstream')),
  ),
  bytes('an object in a remark inside an object', (signed) =>
    rewrite(signed, OBJECT.information, '/Title', () => `% ${twin.replace(/\n/g, ' ')}\n/Title`),
  ),
  bytes('a remark inside an object', (signed) =>
    rewrite(signed, OBJECT.information, '/Title', '% read me\n/Title'),
  ),
  quick(informed('an object in the name of the program', written)),
  informed('an object in the name of the program, its number in another line', '\n4\n% x\n0 %\nobj << >>'),
  informed('a trailer in the name of the program', `\ntrailer\n<< /Root ${OBJECT.hiddenPage} 0 R >>\n`),
  informed('an end in the name of the program', '\nstartxref\n9\n%%EOF\n'),
  informed('the end of an object in the name of the program', '\nendobj\n'),
  informed('a name of the program that is a book', blanks(5000, 'book ')),
  signedWith('an object in the reason of a later signature', { more: `/Reason (${written})` }),
  signedWith('an object in the name of a later field', { name: written.trim() }),
  signedWith('a file in the reason of a later signature', { more: '/Reason (%PDF-1.7)' }),
  signedWith('an object in the address of an extension', {
    catalog: (text) =>
      text.replace(
        / >>$/,
        () => ` /Extensions << /X << /BaseVersion /1.7 /ExtensionLevel 1 /URL (${written}) >> >> >>`,
      ),
  }),
  signedWith('an object in the drawing of a later mark', {
    rect: '400 200 500 240',
    appearance: `0 0 10 10 re f\n% ${twin.replace(/\n/g, ' ')}\n`,
  }),
  bytes('an object in metadata', (signed) =>
    rewrite(signed, OBJECT.catalog, / >>$/, ' /Metadata 60 0 R >>', {
      60: stream(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><pdf:Producer>${twin.replace(/[<>]/g, ' ')}</pdf:Producer></rdf:RDF></x:xmpmeta>`,
        '/Type /Metadata /Subtype /XML',
      ),
    }),
  ),
];

/** Ten levels of forms, each drawn ten times. */
function endless(): Record<number, string> {
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 600 800]';
  const levels = Array.from({ length: 10 }, (_, at) => [
    70 + at,
    stream('/X Do '.repeat(10), `${form} /Resources << /XObject << /X ${71 + at} 0 R >> >>`),
  ]);
  return { ...Object.fromEntries(levels), 80: stream('0 0 10 10 re f', form) };
}

/** Nobody can say of these what they show, so nobody calls them valid. */
export const pictureTricks: Trick[] = [
  {
    kind: 'a page that cannot be drawn',
    name: 'forms without end',
    make: (scene) =>
      signContract(scene, (objects) => ({
        ...objects,
        ...endless(),
        [OBJECT.overlay]: stream(
          '/X Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X 70 0 R >> >>',
        ),
        [OBJECT.content]: stream('/O Do'),
      })),
  },
  {
    kind: 'a page that cannot be drawn',
    name: 'a page that is none',
    make: (scene) =>
      signContract(scene, (objects) => ({
        ...objects,
        [OBJECT.pages]: (objects[OBJECT.pages] ?? '').replace('[3 0 R 15 0 R]', '[3 0 R 70 0 R]'),
        70: '[15 0 R]',
      })),
  },
];
