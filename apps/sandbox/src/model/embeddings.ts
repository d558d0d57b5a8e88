import { createHash } from 'node:crypto';

const size = 64;

/** Hashed runs of three letters: similar texts get similar vectors, and the same text always the same. */
export function embedText(text: string): number[] {
  const vector = Array<number>(size).fill(0);
  const padded = `  ${text.toLowerCase()} `;
  for (let at = 0; at + 3 <= padded.length; at += 1) {
    const [place = 0, sign = 0] = createHash('sha256')
      .update(padded.slice(at, at + 3))
      .digest();
    vector[place % size] = (vector[place % size] ?? 0) + (sign % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The encoding that the official client asks for. */
export const packVector = (vector: readonly number[]): string =>
  Buffer.from(new Float32Array(vector).buffer).toString('base64');
