import { fail, failField } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import type { Sound } from './model-port.ts';

const wrongKind = {
  mn: 'Энэ дуу бичлэг биш байна. Дахин бичнэ үү.',
  en: 'is not a recording; record it again',
};

/** Beginnings of the accepted formats: nothing else may leave as a recording. */
const beginnings: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  [0, [0x1a, 0x45, 0xdf, 0xa3]],
  [0, [...Buffer.from('OggS')]],
  [8, [...Buffer.from('WAVE')]],
  [0, [...Buffer.from('ID3')]],
  [4, [...Buffer.from('ftyp')]],
  [0, [...Buffer.from('fLaC')]],
  [0, [...Buffer.from('ADIF')]],
];

export function readRecording({ mime, data }: { mime: string; data: string }): Sound {
  const bytes = Buffer.from(data, 'base64');
  // Buffer.from skips what is not base64.
  if (bytes.toString('base64').replace(/(?<!=)=+$/, '') !== data.replace(/(?<!=)=+$/, ''))
    fail(errors.invalid_base64);
  if (!isSound(bytes)) failField('audio.data', wrongKind);
  return { mime, bytes };
}

function isSound(bytes: Buffer): boolean {
  // A frame of MPEG audio or AAC begins with eleven set bits.
  if (bytes.length > 2 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0) return true;
  return beginnings.some(
    ([at, expected]) =>
      bytes.length >= at + expected.length && expected.every((value, place) => bytes[at + place] === value),
  );
}
