import { type CmsFaults, makeCms, makeToken, sha256 } from './cms-maker.ts';
import { packedText } from './packed-maker.ts';
import { type Country, type Issued, NOW } from './pki.ts';

/** For tests only: PDF files written object by object, with incremental updates that may be hostile. */

export type Objects = Record<number, string | null>;

export const stream = (data: string, dict = ''): string =>
  `<< ${dict} /Length ${Buffer.byteLength(data, 'latin1')} >>\nstream\n${data}\nendstream`;

/** Objects of the base document that tests refer to. */
export const OBJECT = {
  catalog: 1,
  pages: 2,
  page: 3,
  content: 4,
  font: 5,
  overlay: 6,
  form: 7,
  field: 8,
  appearance: 9,
  information: 10,
  hiddenContent: 11,
  stamp: 12,
  stampAppearance: 13,
  hiddenPage: 14,
} as const;

/** A contract of one page with a form field, an image over a part of it, a stamp, and unused objects. */
export function baseObjects(): Objects {
  return {
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 7 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /O 6 0 R >> >> /Annots [8 0 R 12 0 R] >>',
    4: stream('BT /F 12 Tf 72 700 Td (Bold pays 100 tugrik) Tj ET /O Do'),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    6: stream(
      `1 g 72 690 200 30 re f 0 g ${'% a cover '.repeat(8)}`,
      '/Type /XObject /Subtype /Form /BBox [0 0 595 842]',
    ),
    7: '<< /Fields [8 0 R] /DA (/F 12 Tf) >>',
    8: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /V (100) /Rect [72 600 172 620] /P 3 0 R /AP << /N 9 0 R >> >>',
    9: stream(
      'BT /F 12 Tf 2 5 Td (100) Tj ET',
      '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F 5 0 R >> >>',
    ),
    10: '<< /Title (Contract) /ModDate (D:20310101000000Z) >>',
    11: stream('BT /F 12 Tf 72 700 Td (Bold pays 900000 tugrik) Tj ET'),
    12: '<< /Type /Annot /Subtype /Stamp /Rect [300 700 400 750] /P 3 0 R /AP << /N 13 0 R >> >>',
    13: stream('0 0 100 50 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 50]'),
    14: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 11 0 R /Resources << /Font << /F 5 0 R >> >> >>',
  };
}

const writeObjects = (objects: Objects, offset: number): { body: string; places: Map<number, number> } => {
  let body = '';
  const places = new Map<number, number>();
  for (const [num, text] of Object.entries(objects)) {
    if (text === null) continue;
    places.set(Number(num), offset + body.length);
    body += `${num} 0 obj\n${text}\nendobj\n`;
  }
  return { body, places };
};

function writeTable(objects: Objects, places: ReadonlyMap<number, number>): string {
  const lines = Object.keys(objects)
    .map(Number)
    .toSorted((a, b) => a - b)
    .map((num) => {
      const at = places.get(num);
      const entry = at === undefined ? '0000000000 65535 f' : `${String(at).padStart(10, '0')} 00000 n`;
      return `${num} 1\n${entry} \n`;
    });
  return `xref\n0 1\n0000000000 65535 f \n${lines.join('')}`;
}

export function makePdf(objects: Objects = baseObjects(), trailer = '/Root 1 0 R /Info 10 0 R'): Buffer {
  const header = '%PDF-1.7\n';
  const { body, places } = writeObjects(objects, header.length);
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  const at = header.length + body.length;
  const end = `trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(header + body + writeTable(objects, places) + end, 'latin1');
}

export interface UpdateOptions {
  trailer?: string;
  /** Entries that point to bytes that are already in the file. */
  redirect?: Record<number, number>;
  prev?: number;
  /** Bytes that no cross-reference lists. */
  unlisted?: string;
  /** Written into the cross-reference table and what follows it. */
  table?: (text: string) => string;
  end?: (text: string) => string;
}

const lastXref = (bytes: Buffer): number =>
  Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))?.[1] ?? 0);

/** Appends an incremental update; null frees an object. */
export function update(bytes: Buffer, objects: Objects, options: UpdateOptions = {}): Buffer {
  const { body, places } = writeObjects(objects, bytes.length);
  for (const [num, at] of Object.entries(options.redirect ?? {})) places.set(Number(num), at);
  const listed = { ...objects, ...Object.fromEntries([...places.keys()].map((num) => [num, ''])) };
  const size = Math.max(sizeOf(bytes), ...Object.keys(listed).map((num) => Number(num) + 1));
  const { unlisted = '', table = same, end = same } = options;
  const at = bytes.length + body.length + unlisted.length;
  const trailer = `trailer\n<< /Size ${size} /Prev ${options.prev ?? lastXref(bytes)} ${options.trailer ?? '/Root 1 0 R /Info 10 0 R'} >>`;
  const tail = end(`${trailer}\nstartxref\n${at}\n%%EOF\n`);
  return Buffer.concat([
    bytes,
    Buffer.from(`${body}${unlisted}${table(writeTable(listed, places))}${tail}`, 'latin1'),
  ]);
}

const same = (text: string): string => text;

export const sizeOf = (bytes: Buffer): number =>
  Math.max(...[...bytes.toString('latin1').matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size)));

/** The newest text of an object. */
export function objectText(bytes: Buffer, num: number): string {
  const all = [
    ...bytes.toString('latin1').matchAll(new RegExp(`(?:^|\\n)${num} 0 obj\\n([\\s\\S]*?)\\nendobj`, 'g')),
  ];
  return all.at(-1)?.[1] ?? packedText(bytes, num);
}

export const placeOf = (bytes: Buffer, num: number): number => bytes.indexOf(`\n${num} 0 obj\n`) + 1;

const RESERVED = 8192;

export interface HoleOptions {
  type?: 'Sig' | 'DocTimeStamp';
  subFilter?: string;
  more?: string;
  rect?: string;
  appearance?: string;
  catalog?: (text: string) => string;
  name?: string;
  noDate?: boolean;
  /** Writes the save in another form. */
  write?: (bytes: Buffer, objects: Objects) => Buffer;
  /** Changes the objects of the update before it is signed. */
  change?: (objects: Objects, numbers: { signature: number; widget: number; drawing: number }) => Objects;
}

/** Appends a signature field; returns the file with an empty hole and the digest to sign. */
export function makeHole(bytes: Buffer, options: HoleOptions = {}) {
  const { type = 'Sig', subFilter = 'ETSI.CAdES.detached', more = '' } = options;
  const next = sizeOf(bytes);
  const [signature, widget, drawing] = [next, next + 1, next + 2];
  const date =
    type === 'Sig' && !options.noDate ? `/M (D:${NOW.toISOString().replace(/\D/g, '').slice(0, 14)}Z)` : '';
  const range = '[0 0000000000 0000000000 0000000000]';
  const appended = (text: string, key: string) =>
    text.replace(new RegExp(`/${key} \\[([^\\]]*)\\]`), `/${key} [$1 ${widget} 0 R]`);
  const catalog = objectText(bytes, OBJECT.catalog);
  const written: Objects = {
    [OBJECT.form]: appended(objectText(bytes, OBJECT.form), 'Fields')
      .replace(/ >>$/, ' /SigFlags 3 >>')
      .replace(' /SigFlags 3 /SigFlags 3', ' /SigFlags 3'),
    [OBJECT.page]: appended(objectText(bytes, OBJECT.page), 'Annots'),
    [signature]: `<< /Type /${type} /Filter /Adobe.PPKLite /SubFilter /${subFilter} ${date} ${more} /ByteRange ${range} /Contents <${'0'.repeat(RESERVED * 2)}> >>`,
    [widget]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${options.name ?? `${type}${widget}`}) /V ${signature} 0 R /F 132 /P 3 0 R /Rect [${options.rect ?? '0 0 0 0'}] ${options.appearance ? `/AP << /N ${drawing} 0 R >>` : ''} >>`,
    ...(options.appearance
      ? {
          [drawing]: stream(
            options.appearance,
            '/Type /XObject /Subtype /Form /BBox [0 0 100 50] /Resources << /Font << /F 5 0 R >> >>',
          ),
        }
      : {}),
    ...(options.catalog
      ? { [OBJECT.catalog]: options.catalog(catalog).replace('@', String(signature)) }
      : {}),
  };
  const objects = options.change?.(written, { signature, widget, drawing }) ?? written;
  const out = (options.write ?? update)(bytes, objects);
  const rangeAt = out.indexOf(range, bytes.length);
  const start = out.indexOf(`<${'0'.repeat(64)}`, rangeAt);
  const end = start + RESERVED * 2 + 2;
  const pad = (value: number) => String(value).padStart(10, '0');
  out.write(`[0 ${pad(start)} ${pad(end)} ${pad(out.length - end)}]`, rangeAt, 'latin1');
  return {
    out,
    start,
    end,
    signature,
    widget,
    digest: () => sha256(out.subarray(0, start), out.subarray(end)),
  };
}

export const fill = (out: Buffer, start: number, der: Buffer): Buffer => {
  out.write(der.toString('hex'), start + 1, 'latin1');
  return out;
};

export interface SignOptions extends HoleOptions {
  signer?: Issued;
  chain?: Issued[];
  timestamp?: boolean | ((value: Buffer) => Promise<Buffer>);
  time?: Date;
  faults?: CmsFaults;
}

/** Signs like the platform does: B-B, or B-T with a timestamp. */
export async function signPdf(country: Country, bytes: Buffer, options: SignOptions = {}): Promise<Buffer> {
  const hole = makeHole(bytes, options);
  const { authority, chain } = country;
  const token = (value: Buffer) =>
    makeToken({ imprint: sha256(value), authority, chain, time: options.time ?? NOW });
  const timestamp = options.timestamp === true ? token : options.timestamp || undefined;
  const cms = await makeCms({
    digest: hole.digest(),
    signer: options.signer ?? country.bold,
    chain: options.chain ?? chain,
    ...(timestamp ? { timestamp } : {}),
    ...(options.faults ? { faults: options.faults } : {}),
  });
  return fill(hole.out, hole.start, cms);
}

export interface Stored {
  certificates?: Uint8Array[];
  ocsps?: Uint8Array[];
  crls?: Uint8Array[];
}

/** Appends a document security store. */
export function addEvidence(bytes: Buffer, { certificates = [], ocsps = [], crls = [] }: Stored): Buffer {
  let next = sizeOf(bytes) + 1;
  const objects: Objects = {};
  const list = (items: Uint8Array[]) =>
    items
      .map((item) => {
        objects[next] = stream(Buffer.from(item).toString('latin1'));
        next += 1;
        return `${next - 1} 0 R`;
      })
      .join(' ');
  const store = sizeOf(bytes);
  objects[store] =
    `<< /Type /DSS /Certs [${list(certificates)}] /OCSPs [${list(ocsps)}] /CRLs [${list(crls)}] >>`;
  const catalog = objectText(bytes, OBJECT.catalog).replace(/ \/DSS \d+ 0 R/, '');
  objects[OBJECT.catalog] = catalog.replace(/ >>$/, ` /DSS ${store} 0 R >>`);
  return update(bytes, objects);
}

/** The evidence that a complete B-LT needs. */
export async function completeEvidence(
  country: Country,
  signers: Issued[] = [country.bold],
): Promise<Stored> {
  return {
    certificates: [country.issuing.der, country.responder.der, ...signers.map(({ der }) => der)],
    ocsps: await Promise.all([...signers, country.authority].map((about) => country.ocsp(about))),
    crls: [await country.crl()],
  };
}

export async function addDocumentTimestamp(
  country: Country,
  bytes: Buffer,
  options: { time?: Date; authority?: Issued; imprint?: Buffer } & HoleOptions = {},
): Promise<Buffer> {
  const hole = makeHole(bytes, { ...options, type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161' });
  const token = await makeToken({
    imprint: options.imprint ?? hole.digest(),
    authority: options.authority ?? country.authority,
    chain: country.chain,
    time: options.time ?? NOW,
  });
  return fill(hole.out, hole.start, token);
}
