import { PdfRef, type PdfValue } from '../pdf/values.ts';
import type { ChangeKind, Finding } from './findings.ts';
import type { Update } from './update.ts';

/**
 * Explains an update by the few things that may follow a signature; every object that is left over is an attack
 * or at least no longer what was signed. An object counts as explained only where nothing else of the document
 * refers to it, because it could have two roles.
 */
export class Explanation {
  readonly update: Update;
  readonly findings: Finding[] = [];
  readonly #explained = new Set<number>();
  /** Widgets of signatures that this update added: the only annotations that a page may gain. */
  readonly signatureWidgets = new Set<number>();

  constructor(update: Update) {
    this.update = update;
  }

  find(kind: ChangeKind, where: string, more: Partial<Finding> = {}): void {
    this.findings.push({ kind, revision: this.update.revision, where, ...more });
  }

  explain(...nums: Iterable<number>[]): void {
    for (const list of nums) for (const num of list) this.#explained.add(num);
  }

  isExplained(num: number): boolean {
    return this.#explained.has(num);
  }

  /** Marks the object behind a reference if it was added, or changed while only `parents` refer to it. */
  explainRef(value: PdfValue, parents: readonly (number | undefined)[]): void {
    if (!(value instanceof PdfRef)) return;
    const change = this.update.changes.get(value.num);
    if (!change || change.kind === 'freed' || change.isOld) return;
    const others = [...this.update.references.to(value.num)].filter((num) => !parents.includes(num));
    if (others.length === 0) this.#explained.add(value.num);
  }
}
