import { describe, expect, it } from 'vitest';
import { MAX_PAPERS, sortPapers } from './papers.ts';
import { paperWords } from './words.ts';

const words = paperWords.en;
const file = (name: string, type: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type });

describe('sortPapers', () => {
  it('accepts the files that the server accepts, and gives a reason for each other file', () => {
    const good = file('a.pdf', 'application/pdf');
    expect(
      sortPapers(
        [
          good,
          file('b.txt', 'text/plain'),
          file('c.png', 'image/png', 0),
          file('d.jpg', 'image/jpeg', 10_485_761),
        ],
        0,
        words,
      ),
    ).toEqual({
      good: [good],
      faults: [words.wrongKind('b.txt', 'PDF, PNG, JPEG'), words.empty('c.png'), words.tooLarge('d.jpg', 10)],
    });
  });

  it('accepts only the file types of the document', () => {
    const photo = file('me.jpg', 'image/jpeg');
    expect(sortPapers([file('a.pdf', 'application/pdf'), photo], 0, words, ['image/jpeg'])).toEqual({
      good: [photo],
      faults: ['“a.pdf” is not of an accepted kind: JPEG.'],
    });
  });

  it('stops at the maximum number of files per application', () => {
    const more = [file('a.pdf', 'application/pdf'), file('b.pdf', 'application/pdf')];
    const { good, faults } = sortPapers(more, MAX_PAPERS - 1, words);
    expect([good.length, faults]).toEqual([1, [words.tooMany(MAX_PAPERS)]]);
  });
});
