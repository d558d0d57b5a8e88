/** The next round number (one digit and zeros) that is not below the largest value. */
export function findTop(largest: number): number {
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => largest <= factor * power) ?? 10;
  return step * power;
}

/** From the top line down to zero; a half only if it is a whole number, because counts are whole. */
export function listTicks(top: number): number[] {
  return top >= 2 && Number.isInteger(top / 2) ? [top, top / 2, 0] : [top, 0];
}

/** The position of a value on a height of 100, measured from the top. */
export function placeValue(value: number, top: number): number {
  return 100 - (Math.min(value, top) / top) * 100;
}

export interface Stretch {
  from: number;
  to: number;
}

/** Runs of measured points: a line across a gap would invent figures. */
export function findRuns(isThere: readonly boolean[]): Stretch[] {
  const runs: Stretch[] = [];
  isThere.forEach((there, index) => {
    const last = runs.at(-1);
    if (!there) return;
    if (last && last.to === index - 1) last.to = index;
    else runs.push({ from: index, to: index });
  });
  return runs;
}
