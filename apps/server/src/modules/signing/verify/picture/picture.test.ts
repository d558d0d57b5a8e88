import { describe, expect, it } from 'vitest';
import { makePdf, OBJECT, stream, update } from '../test/pdf-maker.ts';
import { contractObjects, forged, forgedPage, MORE, rewrite } from '../test/tricks/contract.ts';
import type { DrawnMark } from './compare.ts';
import { comparePictures, createPictures } from './pictures.ts';

const signed = makePdf(contractObjects());
const compare = async (
  bytes: Uint8Array,
  marks: { page: number; box: [number, number, number, number] }[] = [],
  kind: DrawnMark['kind'] = 'signature',
) => {
  const prefixes = [{ length: signed.length, marks: marks.map((mark) => ({ ...mark, kind })) }];
  return (await comparePictures({ bytes, prefixes, touched: [] }))[0];
};
const annotated = (flags: number, kind = 'Stamp') =>
  rewrite(signed, MORE.second, '/Annots []', '/Annots [60 0 R]', {
    60: `<< /Type /Annot /Subtype /${kind} /Rect [72 690 300 720] /F ${flags} /P 15 0 R /AP << /N 61 0 R >> >>`,
    61: forged,
  });

describe('the picture', () => {
  it('is the same when only the time of the last save changes', async () => {
    const saved = rewrite(signed, OBJECT.information, '20310101', '20310506');
    expect(await compare(saved)).toEqual({
      isOtherDocument: false,
      isUnfinished: false,
      pages: 2,
      compared: 2,
      changed: [],
      differing: [],
      covers: [],
      hidden: [],
    });
  });

  it.each([
    ['content', update(signed, { [OBJECT.content]: forgedPage }), [1]],
    ['one digit', rewrite(signed, OBJECT.content, '100 tugrik', '700 tugrik'), [1]],
    ['one point', rewrite(signed, OBJECT.content, '100 tugrik', '1.0 tugrik'), [1]],
    ['an annotation for screen and print', annotated(4), [2]],
    ['an annotation for the screen alone', annotated(0), [2]],
    ['an annotation for print alone', annotated(4 | 32), [2]],
    ['a widget', annotated(4, 'Widget /FT /Sig /T (x)'), [2]],
    ['a widget for print alone', annotated(4 | 32, 'Widget /FT /Sig /T (x)'), [2]],
  ])('differs by %s', async (_, bytes, pages) => {
    expect(await compare(bytes)).toMatchObject({ changed: pages, differing: pages });
  });

  it('may differ inside a mark, and tells whether the mark covers something', async () => {
    const over = { page: 2, box: [72, 690, 300, 720] as [number, number, number, number] };
    expect(await compare(annotated(4), [over])).toMatchObject({
      changed: [2],
      differing: [],
      covers: [{ mark: 0, shown: 'more', content: 'more' }],
      hidden: [],
    });
    const blank = { page: 2, box: [300, 40, 500, 90] as [number, number, number, number] };
    expect(await compare(annotated(4), [blank])).toMatchObject({
      differing: [2],
      covers: [{ mark: 0, shown: 'nothing', content: 'nothing' }],
    });
    const half = { page: 2, box: [60, 500, 400, 720] as [number, number, number, number] };
    expect(await compare(annotated(4), [half])).toMatchObject({ hidden: [2] });
  });

  it('is another document with more pages', async () => {
    const more = rewrite(signed, OBJECT.pages, '15 0 R] /Count 2', '15 0 R 14 0 R] /Count 3');
    expect(await compare(more)).toMatchObject({ isOtherDocument: true, pages: 2 });
  });

  it('is compared for as many pages as the budget allows, touched ones first', async () => {
    const kids = Array.from({ length: 60 }, (_, at) => 100 + at);
    const large = makePdf({
      ...contractObjects(),
      [OBJECT.pages]: `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
      ...Object.fromEntries(
        kids.map((kid) => [kid, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 16 0 R >>']),
      ),
      [MORE.secondContent]: stream('0 0 10 10 re f'),
    });
    const changed = update(large, {
      159: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 11 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    });
    const prefixes = [{ length: large.length, marks: [] }];
    const [result] = await comparePictures({ bytes: changed, prefixes, touched: [60] });
    expect(result).toMatchObject({ pages: 60, differing: [60] });
    expect(result?.compared).toBeLessThan(60);
  });

  it('is not compared when PDFium hangs', async () => {
    const stuck = createPictures(new URL('../test/stuck-worker.ts', import.meta.url), 50);
    expect(await stuck({ bytes: signed, prefixes: [{ length: 9, marks: [] }], touched: [] })).toEqual([null]);
  });

  it('is not compared when nothing can be opened', async () => {
    expect(await compare(Buffer.from('%PDF-1.7\nnothing'))).toBeNull();
  });
});
