import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../../scripts/debian-tools.mjs';
import { type Mark, type PdfRefused, prepare } from '../index.ts';
import { verifyPdf } from '../verify/index.ts';
import { buildPdf } from './test/corpus.ts';
import { png } from './test/png.ts';
import { BOLD, openStage, SARNAI, type Stage } from './test/stage.ts';
import { createTools, type Tools } from './test/tools.ts';

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
  verifyUrl: 'https://tamga.example/verify/SIG-2026-000123',
};

interface Word {
  page: number;
  left: number;
  top: number;
}

/** Where the first word of the mark is shown, from the upper left corner. */
async function find(pdf: Uint8Array, word: string): Promise<Word | undefined> {
  const path = join(stage.dir, 'shown.pdf');
  await writeFile(path, pdf);
  const { stdout } = await runTool('pdftotext', ['-bbox', path, '-']);
  const pages = stdout.split('<page ').slice(1);
  for (const [page, text] of pages.entries()) {
    const found = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${word}<`).exec(text);
    if (found) return { page, left: Number(found[1]), top: Number(found[2]) };
  }
  return undefined;
}

function unpacked(part: Buffer): string {
  try {
    return inflateSync(part).toString('latin1');
  } catch {
    return '';
  }
}

/** The images of the mark in the coordinates of the page. */
function drawn(pdf: Uint8Array) {
  const text = Buffer.from(pdf).toString('latin1');
  const [, left = 0, bottom = 0] = (/\/FT \/Sig[\s\S]*?\/Rect \[([\d.]+) ([\d.]+)/.exec(text) ?? []).map(
    Number,
  );
  const streams = text
    .split(/stream\r?\n/)
    .map((part) => unpacked(Buffer.from(part, 'latin1')))
    .join('\n');
  const found = streams.matchAll(/q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) 0 cm \/(Stamp|Signature) Do/g);
  return Object.fromEntries(
    [...found].map(([, width = '', height = '', x = '', name = '']) => {
      const from = left + Number(x);
      return [
        name,
        { left: from, right: from + Number(width), bottom, width: Number(width), height: Number(height) },
      ];
    }),
  ) as Partial<
    Record<'Stamp' | 'Signature', Record<'left' | 'right' | 'bottom' | 'width' | 'height', number>>
  >;
}

const verdictOf = async (pdf: Uint8Array): Promise<string> =>
  (await verifyPdf(pdf, { anchors: stage.rootPem, now: stage.now() })).indication;

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
    for (const word of ['Electronic', 'Болд', 'Bold', 'Захирал', 'Director', 'PAdES'])
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

  it('has the stamp and the signature image in their specified sizes and places, on any page', async () => {
    const images = { organisationStamp: png(40, 40), personalSignature: png(60, 30) };
    for (const [width, height] of [
      [595, 842],
      [842, 595],
      [1191, 1684],
    ] as const) {
      const pdf = buildPdf({ size: `${width} ${height}` });
      const { bytes } = await stage.sign(pdf, 'B-LT', { mark: { ...mark, ...images } });
      const { Stamp, Signature } = drawn(bytes);
      expect(Stamp?.width).toBeCloseTo(0.2 * width, 1);
      expect(Stamp?.height).toBeCloseTo(0.2 * width, 1);
      expect(Stamp?.right).toBeCloseTo(width - 170, 1);
      expect(Signature?.width).toBeCloseTo(0.15 * width, 1);
      expect(Signature?.height).toBeCloseTo(0.075 * width, 1);
      expect(Signature?.right).toBeCloseTo(width - 30, 1);
      expect([Stamp?.bottom, Signature?.bottom]).toEqual([30, 30]);
      expect(await tools.pdfsig(bytes)).toEqual(['valid']);
      expect(await verdictOf(bytes)).toBe('TOTAL_PASSED');
    }
  });

  it('keeps the images inside a mark that was placed, and leaves them out when only the text fits', async () => {
    const images = { organisationStamp: png(40, 40), personalSignature: png(60, 30) };
    const place = { page: 0, x: 100, y: 200, width: 220, height: 110 };
    const large = await stage.sign(buildPdf(), 'B-LT', { mark: { ...mark, ...images, place } });
    const { Stamp, Signature } = drawn(large.bytes);
    expect([Stamp?.left, Stamp?.bottom, Signature?.bottom]).toEqual([100, 200, 200]);
    expect(Signature?.right).toBeCloseTo(320, 1);
    expect(Stamp?.height).toBeLessThanOrEqual(55);
    expect(await verdictOf(large.bytes)).toBe('TOTAL_PASSED');
    const low = { ...place, height: 36 };
    const small = await stage.sign(buildPdf(), 'B-B', { mark: { ...mark, ...images, place: low } });
    expect(drawn(small.bytes)).toEqual({});
  });

  it('leaves out a picture that is none, or that unpacks to a huge one', async () => {
    const broken = Buffer.from(png(60, 30)).fill(0xaa, 41, 50);
    for (const organisationStamp of [Buffer.from('GIF89a'), png(60_000, 60_000), broken]) {
      const images = { organisationStamp, personalSignature: png(60, 30) };
      const { bytes } = await stage.sign(buildPdf(), 'B-LT', { mark: { ...mark, ...images } });
      expect(Object.keys(drawn(bytes))).toEqual(['Signature']);
      expect(await verdictOf(bytes)).toBe('TOTAL_PASSED');
    }
  });

  it('of a second person leaves the first signature valid', async () => {
    const first = await stage.sign(buildPdf(), 'B-LT', { mark });
    const place = { page: 0, x: 30, y: 300, width: 250, height: 184 };
    const images = { organisationStamp: png(40, 40), personalSignature: png(60, 30) };
    const options = { by: SARNAI, mark: { ...mark, ...images, place } };
    const second = await stage.sign(first.bytes, 'B-LT', options);
    expect(await tools.pdfsig(second.bytes)).toEqual(['valid', 'valid']);
    expect(await verdictOf(second.bytes)).toBe('TOTAL_PASSED');
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
});
