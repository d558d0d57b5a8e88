import { at, isMap, type JsonMap, refuse } from './json.ts';

const maxChain = 8;
/** Small documents can unfold without end where references repeat; no honest one comes near. */
const maxSteps = 200_000;

/** The value at a local reference such as `#/components/schemas/Person`. */
export function findTarget(document: JsonMap, reference: string): unknown {
  let found: unknown = document;
  for (const part of reference.slice(2).split('/')) {
    found = at(found, decode(part).replaceAll('~1', '/').replaceAll('~0', '~'));
    if (found === undefined) return undefined;
  }
  return found;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export interface Resolve {
  /** Follows the references of one value; an endless chain gives an empty object. */
  (value: unknown): JsonMap;
  /** Counts work that grows with the document, so that repeated references cannot multiply it. */
  spend(steps: number): void;
}

export function createResolver(document: JsonMap): Resolve {
  let left = maxSteps;
  const spend = (steps: number): void => {
    left -= steps;
    if (left < 0) refuseGrowth();
  };
  const resolve = (value: unknown): JsonMap => {
    let found = value;
    for (let link = 0; link <= maxChain; link += 1) {
      spend(1);
      const reference = at(found, '$ref');
      if (typeof reference !== 'string') return isMap(found) ? found : {};
      found = findTarget(document, reference);
    }
    return {};
  };
  return Object.assign(resolve, { spend });
}

export function refuseGrowth(): never {
  refuse('', {
    mn: 'Холбоосуудыг нь задлахад баримт хэт том болж байна. Баримтаа хялбарчилна уу.',
    en: 'The document grows too large when its references are followed. Simplify it.',
  });
}
