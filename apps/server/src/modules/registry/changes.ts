import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';

/** Announces a change of the published registry. */
export const registryChanged = 'registry.changed';

export function announceChange(tx: WriteTx): void {
  tx.publish(registryChanged, {});
}
