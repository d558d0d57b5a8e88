/** The part of Semantic Versioning 2.0.0 that a catalogue needs: order, and constraints without alternatives. */

export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly pre: readonly string[];
}

const form =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

export function parseVersion(text: string): Version | undefined {
  const match = text.length > 64 ? null : form.exec(text);
  if (match === null) return undefined;
  const [, major, minor, patch, pre] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], pre: pre?.split('.') ?? [] };
}

/** Section 11: negative when `a` comes before `b`. Build metadata does not count. */
export function compareVersions(a: Version, b: Version): number {
  for (const at of [0, 1, 2] as const)
    if (a.numbers[at] !== b.numbers[at]) return a.numbers[at] - b.numbers[at];
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [at, left] of a.pre.entries()) {
    const right = b.pre[at];
    if (right === undefined) return 1;
    if (left !== right) return comparePart(left, right);
  }
  return a.pre.length - b.pre.length;
}

function comparePart(left: string, right: string): number {
  const [isNumber, otherIsNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (isNumber && otherIsNumber) return Number(left) - Number(right);
  if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
  return left < right ? -1 : 1;
}

/** True when `b` is later than `a`; an unreadable version is never newer than anything. */
export function isNewer(a: string, b: string): boolean {
  const [older, newer] = [parseVersion(a), parseVersion(b)];
  return older !== undefined && newer !== undefined && compareVersions(older, newer) < 0;
}

type Test = (version: Version) => boolean;

/**
 * `*`, or comparators that must all hold, apart by spaces: `>=1.2.0 <2.0.0`, `^1.2.0` (the same first number that is
 * not zero), `~1.2.0` (the same minor), `1.2.3` (that one). Undefined when it cannot be read.
 */
export function parseConstraint(text: string): Test | undefined {
  const trimmed = text.trim();
  if (trimmed === '*') return () => true;
  const tests = trimmed.split(/\s+/).map(parseComparator);
  const known = tests.filter((test) => test !== undefined);
  return known.length === tests.length ? (version) => known.every((test) => test(version)) : undefined;
}

function parseComparator(text: string): Test | undefined {
  const [, sign = '', rest = ''] = /^(>=|<=|>|<|=|\^|~)?(.*)$/.exec(text) ?? [];
  const bound = parseVersion(rest);
  if (bound === undefined) return undefined;
  const order = (version: Version) => compareVersions(version, bound);
  switch (sign) {
    case '>=':
      return (version) => order(version) >= 0;
    case '<=':
      return (version) => order(version) <= 0;
    case '>':
      return (version) => order(version) > 0;
    case '<':
      return (version) => order(version) < 0;
    case '^':
    case '~': {
      const end = endOfRange(bound, sign);
      return (version) => order(version) >= 0 && compareVersions(version, end) < 0;
    }
    default:
      return (version) => order(version) === 0;
  }
}

/** The first version outside, its pre-releases included: 2.0.0-beta is no part of ^1.0.0. */
function endOfRange({ numbers: [major, minor, patch] }: Version, sign: '^' | '~'): Version {
  const before: Version['numbers'] =
    sign === '~'
      ? [major, minor + 1, 0]
      : major > 0
        ? [major + 1, 0, 0]
        : minor > 0
          ? [0, minor + 1, 0]
          : [0, 0, patch + 1];
  return { numbers: before, pre: ['0'] };
}

/** What cannot be read is not satisfied. */
export function satisfies(version: string, constraint: string): boolean {
  const parsed = parseVersion(version);
  return parsed !== undefined && parseConstraint(constraint)?.(parsed) === true;
}
