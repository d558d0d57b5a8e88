import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';

/** What citizens may see of the registry is another now. */
export const registryChanged = 'registry.changed';

export function announceChange(tx: WriteTx): void {
  tx.publish(registryChanged, {});
}
