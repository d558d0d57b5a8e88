import { lt, satisfies as satisfiesRange, valid } from 'semver';

/** Stricter than semver, which also accepts `v1.2.3` and blanks. */
export function isVersion(text: string): boolean {
  return text.length <= 64 && valid(text) === text.split('+')[0];
}

/** An invalid version is never newer. */
export function isNewer(a: string, b: string): boolean {
  return isVersion(a) && isVersion(b) && lt(a, b);
}

/** `*`, or comparators of complete versions that must all hold: `>=1.2.0 <2.0.0`, `^1.2.0`, `~1.2.0`, `1.2.3`. */
export function isConstraint(text: string): boolean {
  const comparators = text.trim().split(/\s+/);
  return (
    text.trim() === '*' || comparators.every((one) => isVersion(one.replace(/^(?:>=|<=|>|<|=|\^|~)/, '')))
  );
}

/** A pre-release satisfies a range that contains it, because the platform version may be one. */
export function satisfies(version: string, constraint: string): boolean {
  return (
    isVersion(version) &&
    isConstraint(constraint) &&
    satisfiesRange(version, constraint, { includePrerelease: true })
  );
}
