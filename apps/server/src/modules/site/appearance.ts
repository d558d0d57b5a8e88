import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { events } from './events.ts';
import type { AppearanceBody, AppearanceView } from './schemas.ts';
import { writeAppearance } from './store.ts';

/** The look of a new platform, before any choice. */
const initial: AppearanceView = { accent: 'cobalt', font: 'inter', style: 'comfortable', theme: 'system' };

export function currentAppearance(stored: AppearanceView | undefined): AppearanceView {
  return stored ?? initial;
}

export async function setAppearance(tx: WriteTx, body: AppearanceBody): Promise<AppearanceView> {
  const chosen = { ...body, accent: body.accent.toLowerCase() };
  await writeAppearance(tx, chosen, tx.now);
  tx.audit(events.appearanceSet, { metadata: chosen });
  return { ...chosen, updated_at: tx.now.toISOString() };
}
