import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sum } from './test/scene.ts';
import { verifyPdf } from './verify-pdf.ts';

const NOW = new Date('2031-05-06T07:08:09Z');
const read = (name: string) => readFile(new URL(`./test/corpus/${name}`, import.meta.url));

async function verify(name: string, now = NOW) {
  return verifyPdf(await read(`${name}.pdf`), { anchors: (await read('root.pem')).toString(), now });
}

it.each([
  ['b-t-object-streams', 'INDETERMINATE TRY_LATER', 'B-B'],
  ['b-lt-pss', 'TOTAL_PASSED', 'B-LT'],
  ['b-lta-object-streams', 'TOTAL_PASSED', 'B-LTA'],
  ['b-lta-linearized', 'TOTAL_PASSED', 'B-LTA'],
  ['two-visible', 'TOTAL_PASSED', 'B-LTA'],
  ['certified-2-filled', 'TOTAL_PASSED', 'B-LT'],
  ['prepared-field', 'TOTAL_PASSED', 'B-LTA'],
  ['metadata-updated', 'TOTAL_PASSED', 'B-LTA'],
  ['pkcs7', 'TOTAL_PASSED', null],
])('judges %s of another signer: %s', async (name, verdict, level) => {
  expect(sum(await verify(name))).toMatchObject({ verdict, level, refused: [] });
});

it.each(['certified-1-filled', 'approved-filled'])('refuses %s', async (name) => {
  expect(sum(await verify(name))).toMatchObject({
    verdict: 'TOTAL_FAILED FORMAT_FAILURE',
    refused: ['FIELD_VALUE_REPLACED'],
  });
});

it('says that a second signer wrote the metadata anew', async () => {
  const { signatures } = await verify('metadata-updated');
  const updated = signatures[0]?.changes.filter(({ kind }) => kind === 'INFORMATION_UPDATED');
  expect(updated?.map(({ where }) => where)).toContain('metadata');
});

it('names people and organisations of two signatures', async () => {
  const { signatures } = await verify('two-visible');
  expect(
    signatures.map(({ signer }) => [signer?.name, signer?.registerNumber, signer?.organisation]),
  ).toEqual([
    ['Corpus Signer', 'AA00112233', { name: 'Corpus', registerNumber: null }],
    ['Corpus Seal', null, { name: 'Corpus', registerNumber: '7654321' }],
  ]);
  expect(signatures[0]?.changes.map(({ kind }) => kind)).toContain('SIGNATURE_ADDED');
});

it('still judges them years later', async () => {
  const later = new Date('2040-01-01T00:00:00Z');
  expect(sum(await verify('b-lta-object-streams', later))).toMatchObject({
    verdict: 'TOTAL_PASSED',
    level: 'B-LTA',
  });
});

it('finds a replaced object stream, which changes objects that no cross-reference lists', async () => {
  const signed = await read('b-lta-object-streams.pdf');
  const text = signed.toString('latin1');
  const [head = '', num, dict = ''] =
    /(\d+) 0 obj\n(<<[^>]*\/Type \/ObjStm[^>]*>>)\nstream\n/.exec(text) ?? [];
  const start = text.indexOf(head) + head.length;
  const length = Number(/\/Length (\d+)/.exec(dict)?.[1]);
  const data = inflateSync(signed.subarray(start, start + length))
    .toString('latin1')
    .replace('595', '300');
  const numbers = `${/\/First \d+/.exec(dict)?.[0]} ${/\/N \d+/.exec(dict)?.[0]}`;
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1];
  const root = /\/Root \d+ \d+ R/.exec(text)?.[0];
  const body = `${num} 0 obj\n<< /Type /ObjStm ${numbers} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`;
  const table = `xref\n${num} 1\n${String(signed.length).padStart(10, '0')} 00000 n \n`;
  const end = `trailer\n<< /Size 99 /Prev ${prev} ${root} >>\nstartxref\n${signed.length + body.length}\n%%EOF\n`;
  const changed = Buffer.concat([signed, Buffer.from(body + table + end, 'latin1')]);
  const anchors = (await read('root.pem')).toString();
  expect(sum(await verifyPdf(changed, { anchors, now: NOW }))).toMatchObject({
    verdict: 'TOTAL_FAILED FORMAT_FAILURE',
    refused: expect.arrayContaining(['OBJECT_STREAM_REPLACED']),
  });
});
