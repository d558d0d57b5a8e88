import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mark, type PdfRefused, prepare } from '../index.ts';
import { buildPdf } from './test/corpus.ts';
import { BOLD, openStage, SARNAI, type Stage } from './test/stage.ts';
import { createTools, type Tools } from './test/tools.ts';

const run = promisify(execFile);
let stage: Stage;
let tools: Tools;
beforeAll(async () => {
  stage = await openStage();
  tools = createTools(stage.dir, stage.trustPath);
});
afterAll(() => stage.close());

const mark: Mark = {
  kind: 'signature',
  name: { mn: 'Дорж Болд', en: 'Dorj Bold' },
  organisation: { mn: 'Үндэсний төв', en: 'National Centre' },
  role: { mn: 'Захирал', en: 'Director' },
  time: '2026-11-16 16:00',
  level: 'B-LTA',
  verifyUrl: 'https://tamga.example/verify/SIG-2026-000123',
};

/** A PNG of one colour. */
function png(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(Math.min(height, 1000) * (1 + 3 * Math.min(width, 1000)), 0x7f);
  for (let at = 0; at < rows.length; at += 1 + 3 * width) rows[at] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Word {
  page: number;
  left: number;
  top: number;
}

/** Where the first word of the mark is shown, from the upper left corner. */
async function find(pdf: Uint8Array, word: string): Promise<Word | undefined> {
  const path = join(stage.dir, 'shown.pdf');
  await writeFile(path, pdf);
  const { stdout } = await run('pdftotext', ['-bbox', path, '-']);
  const pages = stdout.split('<page ').slice(1);
  for (const [page, text] of pages.entries()) {
    const found = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${word}<`).exec(text);
    if (found) return { page, left: Number(found[1]), top: Number(found[2]) };
  }
  return undefined;
}

async function refusalOf(change: Partial<Mark>): Promise<string> {
  const { certificate } = await stage.person(BOLD);
  const request = { signerCertificate: certificate, at: stage.now(), mark: { ...mark, ...change } };
  return prepare(buildPdf(), request).then(
    () => 'accepted',
    (error: PdfRefused) => error.reason,
  );
}

describe('the visible mark', () => {
  it('stands in the lower right corner of the last page, in both languages', async () => {
    const { bytes } = await stage.sign(buildPdf({ pages: 2 }), 'B-T', { mark });
    const shown = await find(bytes, 'Цахим');
    expect(shown).toMatchObject({ page: 1 });
    expect(shown?.left).toBeCloseTo(595 * 0.8 - 170 + 4, 0);
    expect(shown?.top).toBeGreaterThan(842 - 30 - 84);
    for (const word of ['Electronic', 'Болд', 'Bold', 'Захирал', 'Director', 'B-LTA'])
      expect(await find(bytes, word)).toBeDefined();
    expect(await tools.pdfsig(bytes)).toEqual(['valid']);
    await tools.checkSyntax(bytes);
  });

  it('stands where the person put it, on any page and however the page is turned', async () => {
    const place = { page: 0, x: 100, y: 200, width: 220, height: 80 };
    for (const [rotation, height] of [
      [0, 842],
      [90, 595],
      [180, 842],
      [270, 595],
    ] as const) {
      const pdf = buildPdf({ pages: 2, page: `/Rotate ${rotation}` });
      const { bytes } = await stage.sign(pdf, 'B-B', { mark: { ...mark, place } });
      const shown = await find(bytes, 'Цахим');
      expect(shown?.page).toBe(0);
      expect(shown?.left).toBeCloseTo(104, 0);
      expect(shown?.top).toBeGreaterThan(height - 280);
      expect(shown?.top).toBeLessThan(height - 260);
    }
  });

  it('carries the stamp of the organisation and the personal signature', async () => {
    const images = { organisationStamp: png(40, 40), personalSignature: png(60, 30) };
    const { bytes } = await stage.sign(buildPdf(), 'B-LT', { mark: { ...mark, ...images } });
    expect(await tools.pdfsig(bytes)).toEqual(['valid']);
    const path = join(stage.dir, 'images.pdf');
    await writeFile(path, bytes);
    const { stdout } = await run('pdfimages', ['-list', path]);
    expect(stdout).toMatch(/40\s+40/);
    expect(stdout).toMatch(/60\s+30/);
  });

  it('of a second person leaves the first signature valid', async () => {
    const first = await stage.sign(buildPdf(), 'B-T', { mark });
    const place = { page: 0, x: 30, y: 700, width: 250, height: 84 };
    const second = await stage.sign(first.bytes, 'B-T', { by: SARNAI, mark: { ...mark, place } });
    expect(await tools.pdfsig(second.bytes)).toEqual(['valid', 'valid']);
  });
});

describe('the visible mark is refused', () => {
  it('outside the page, on no page, or too small to read', async () => {
    const place = { page: 0, x: 100, y: 100, width: 200, height: 80 };
    expect(await refusalOf({ place })).toBe('accepted');
    expect(await refusalOf({ place: { ...place, page: 1 } })).toBe('no_such_page');
    expect(await refusalOf({ place: { ...place, x: 400 } })).toBe('mark_outside_page');
    expect(await refusalOf({ place: { ...place, y: -1 } })).toBe('mark_outside_page');
    expect(await refusalOf({ place: { ...place, x: Number.NaN } })).toBe('mark_outside_page');
    expect(await refusalOf({ place: { ...place, width: 20 } })).toBe('mark_too_small');
  });

  it('with characters that its font lacks', async () => {
    expect(await refusalOf({ name: { mn: '漢字', en: '' } })).toBe('unprintable_text');
  });

  it('with a picture that is none, or that unpacks to a huge one', async () => {
    expect(await refusalOf({ organisationStamp: Buffer.from('GIF89a') })).toBe('unreadable_image');
    expect(await refusalOf({ organisationStamp: png(60_000, 60_000) })).toBe('unreadable_image');
  });
});
