import { PdfRef, type PdfValue } from '../pdf/values.ts';
import type { ChangeKind, Finding } from './findings.ts';
import type { ObjectChange, Update } from './update.ts';

/**
 * Explains an update by the few things that may follow a signature. Each object of the update is claimed for one role
 * by a rule that reads it completely; an object that no rule claims, or two for different roles, is a change.
 */
export class Explanation {
  readonly update: Update;
  readonly findings: Finding[] = [];
  readonly #roles = new Map<number, string>();
  readonly #disputed = new Set<number>();
  /** Widgets of signatures that this update added, with their page: the only annotations that a page may gain. */
  readonly signatureWidgets = new Map<number, PdfValue>();

  constructor(update: Update) {
    this.update = update;
    for (const num of update.structure) this.#roles.set(num, 'structure');
  }

  find(kind: ChangeKind, where: string, more: Partial<Finding> = {}): void {
    this.findings.push({ kind, revision: this.update.revision, where, ...more });
  }

  /** Names an object that is refused already, so that it is not named twice. */
  settle(num: number): void {
    if (!this.#roles.has(num)) this.#roles.set(num, 'refused');
  }

  isExplained(num: number): boolean {
    return this.#roles.has(num) && !this.#disputed.has(num);
  }

  roleOf(num: number): string | undefined {
    return this.isExplained(num) ? this.#roles.get(num) : undefined;
  }

  claim(num: number, role: string): boolean {
    const known = this.#roles.get(num);
    if (known === undefined) this.#roles.set(num, role);
    else if (known !== role) this.#disputed.add(num);
    return known === undefined || known === role;
  }

  /** The object that the update added behind a reference, claimed for a role. */
  takeAdded(value: PdfValue, role: string): ObjectChange | undefined {
    const change = value instanceof PdfRef ? this.update.changes.get(value.num) : undefined;
    if (change?.kind !== 'added' || change.isOld || !isExactly(value, this.update)) return undefined;
    return this.claim(change.num, role) ? change : undefined;
  }

  /** Claims a redefined object if nothing but its owners referred to it: it could have a second role elsewhere. */
  claimChanged(num: number, role: string, owners: readonly (number | undefined)[]): boolean {
    const change = this.update.changes.get(num);
    if (change?.kind !== 'changed' || change.isOld) return false;
    for (const referrer of this.update.references.to(num)) if (!owners.includes(referrer)) return false;
    return this.claim(num, role);
  }

  /**
   * The value itself, or what a reference leads to: an added object is claimed for the role, an unchanged one is taken
   * as it is. Undefined for everything else, so that no rule accepts it.
   */
  open(value: PdfValue, role: string): PdfValue | undefined {
    if (!(value instanceof PdfRef)) return value;
    const { after, changes } = this.update;
    const found = changes.has(value.num)
      ? this.takeAdded(value, role)?.after
      : isExactly(value, this.update)
        ? after.object(value.num)
        : undefined;
    return found instanceof PdfRef || found === null ? undefined : found;
  }
}

/** A reference with another generation is followed by some readers only. */
function isExactly(value: PdfValue, { after }: Update): boolean {
  const entry = value instanceof PdfRef ? after.entry(value.num) : undefined;
  if (!(value instanceof PdfRef) || entry === undefined || entry.kind === 'free') return false;
  return (entry.kind === 'at' ? entry.gen : 0) === value.gen;
}
