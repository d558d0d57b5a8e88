import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSpace, type SpaceStage } from '../../../test/space.ts';

let stage: SpaceStage;
beforeAll(async () => {
  stage = await openSpace();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.world.clock.advance(2_000));

const sample = (name: string) => readFileSync(new URL(`../../../test/samples/${name}`, import.meta.url));
const box = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}mif1`)]);
const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** A compound file whose directory lies behind its content, as Word writes it. */
function compound(classId: string): Buffer {
  const file = Buffer.alloc(512 * 300, 1);
  file.fill(0, 0, 512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  const sector = 280;
  file.writeUInt32LE(sector, 48);
  const root = (sector + 1) * 512;
  file.fill(0, root, root + 512);
  file.write('Root Entry', root, 'utf16le');
  file[root + 66] = 5;
  Buffer.from(classId, 'hex').copy(file, root + 80);
  return file;
}
const word = '0609020000000000c000000000000046';
const installer = '84100c0000000000c000000000000046';

describe('the space takes', () => {
  it.each<[string, Buffer, string]>([
    ['a.pdf', sample('sample.pdf'), 'application/pdf'],
    ['a.png', sample('sample.png'), 'image/png'],
    ['a.jpg', sample('sample.jpg'), 'image/jpeg'],
    ['a.gif', sample('sample.gif'), 'image/gif'],
    ['a.webp', sample('sample.webp'), 'image/webp'],
    ['a.avif', sample('sample.avif'), 'image/avif'],
    ['a.bmp', sample('sample.bmp'), 'image/bmp'],
    ['a.tiff', sample('sample.tiff'), 'image/tiff'],
    ['a.heic', box('heic'), 'image/heic'],
    ['a.docx', sample('sample.docx'), `${office}.wordprocessingml.document`],
    ['b.docx', sample('contents-last.docx'), `${office}.wordprocessingml.document`],
    ['a.xlsx', sample('sample.xlsx'), `${office}.spreadsheetml.sheet`],
    ['a.pptx', sample('sample.pptx'), `${office}.presentationml.presentation`],
    ['a.odt', sample('sample.odt'), `${open}.text`],
    ['a.ods', sample('sample.ods'), `${open}.spreadsheet`],
    ['a.odp', sample('sample.odp'), `${open}.presentation`],
    ['a.doc', compound(word), 'application/msword'],
    ['a.zip', sample('sample.zip'), 'application/zip'],
    ['a.asice', sample('sample.asice'), 'application/vnd.etsi.asic-e+zip'],
    ['a.p7s', sample('sample.p7s'), 'application/pkcs7-signature'],
    ['a.wav', sample('sample.wav'), 'audio/wav'],
    ['a.mp4', box('isom'), 'video/mp4'],
    ['a.txt', Buffer.from('Сайн байна уу'), 'text/plain'],
    ['b.txt', Buffer.from('\ufeffwith a mark'), 'text/plain'],
    ['a.csv', Buffer.from('нэр;нас\nБолд;30\n'), 'text/plain'],
    ['a.json', Buffer.from('{"a":[1,2]}'), 'text/plain'],
    ['car.txt', Buffer.from('BMW is a car, and 1 < 2'), 'text/plain'],
    ['empty', Buffer.alloc(0), 'text/plain'],
    ['named as a picture.png', sample('sample.pdf'), 'application/pdf'],
    ['long.txt', Buffer.from('Ө'.repeat(100_000)), 'text/plain'],
  ])('%s', async (name, bytes, type) => {
    const saved = await stage.send(bytes, name);
    expect([saved.status, saved.error]).toEqual([200, undefined]);
    const { files } = (await stage.list()).data;
    expect(files.find((file: { name: string }) => file.name === name).type).toBe(type);
    expect(Buffer.from(await (await stage.download(name)).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('the space refuses', () => {
  const page = '<html><script>alert(1)</script></html>';
  it.each<[string, string, Buffer | string]>([
    ['a program of Windows', 'a.pdf', Buffer.from('4d5a900003', 'hex')],
    ['a program of Linux', 'a', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(60)])],
    ['a program of macOS', 'a', Buffer.from('cffaedfe07000001', 'hex')],
    ['a script', 'a.txt', '#!/bin/sh\nrm -rf /'],
    ['a batch file', 'a.txt', '@echo off\r\ndel *'],
    ['a class of Java', 'a', Buffer.from('cafebabe00000034', 'hex')],
    ['an archive of Java', 'a.zip', sample('sample.jar')],
    ['a document with macros', 'a.docx', sample('macros.docm')],
    ['an installer', 'a.doc', compound(installer)],
    ['a page', 'a.txt', page],
    ['a page behind a mark and blanks', 'a.txt', `\ufeff \r\n\t${page}`],
    ['a page after its first line', 'a.txt', `hello\n${page}`],
    ['a drawing', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a drawing with a prolog', 'a.txt', '<?xml version="1.0"?><svg onload="alert(1)"/>'],
    ['XML', 'a.txt', '<?xml version="1.0"?><gpx/>'],
    ['a shortcut of Windows', 'a.txt', Buffer.from('4c0000000114020000000000c000000000000046', 'hex')],
    ['a shortcut to an address', 'a.txt', '[InternetShortcut]\r\nURL=file://x'],
    ['a starter of Linux', 'a.txt', '[Desktop Entry]\nExec=sh'],
    ['a disk image', 'a.bin', Buffer.concat([Buffer.alloc(32_769), Buffer.from('CD001'), Buffer.alloc(100)])],
    ['a picture that is a page', 'a.gif', `GIF89a/*${page}*/`],
    [
      'a picture that is a page in UTF-16',
      'a.gif',
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from(page, 'utf16le')]),
    ],
    ['a document that is a page', 'a.pdf', `%PDF-1.7\n${page}`],
    [
      'a picture with an archive behind it',
      'a.gif',
      Buffer.concat([sample('sample.gif'), sample('sample.jar')]),
    ],
    ['bytes without a kind', 'a.bin', Buffer.from([1, 2, 3, 250, 251])],
    ['text that is not UTF-8', 'a.txt', Buffer.from('d1e0e9ed', 'hex')],
    [
      'text with a program far behind its start',
      'a.txt',
      Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from('MZ\x90\x00')]),
    ],
    ['text that ends inside a letter', 'a.txt', Buffer.from('Ө').subarray(0, 1)],
    ['a text that Windows would run', 'a.bat', 'echo'],
    ['a text that a browser would draw', 'a.HTML', 'plain'],
    ['a picture that is called a program', 'photo.png.exe', sample('sample.png')],
  ])('%s', async (_what, name, bytes) => {
    const refused = await stage.send(bytes, name);
    expect([refused.status, refused.error]).toEqual([415, 'file_refused']);
  });

  it('and says what it takes, in both languages, and keeps nothing', async () => {
    const form = () => {
      const body = new FormData();
      body.append('file', new Blob(['MZ\x90\x00']), 'a.pdf');
      return body;
    };
    const say = async (language: string) => {
      const headers = { 'accept-language': language };
      const refused = await stage.fetch('/gspace/upload', { method: 'POST', body: form(), headers });
      return ((await refused.json()) as { message: string }).message;
    };
    expect(await say('en')).toContain('PDF, pictures, Word');
    expect(await say('mn')).toContain('PDF, зураг, Word');
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
  });
});
