import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { AppearanceBody, AppearanceView } from './schemas.ts';
import { writeAppearance } from './store.ts';

const accents = ['cobalt', 'teal', 'violet', 'emerald', 'amber'];
const fonts = ['inter', 'serif', 'system'] as const;
const styles = ['comfortable', 'compact'] as const;
const themes = ['light', 'dark', 'system'] as const;

/** What a new platform looks like, before anybody chose. */
const initial: AppearanceView = { accent: 'cobalt', font: 'inter', style: 'comfortable', theme: 'system' };

export function currentAppearance(stored: AppearanceView | undefined): AppearanceView {
  return stored ?? initial;
}

export async function setAppearance(tx: WriteTx, body: AppearanceBody): Promise<AppearanceView> {
  const chosen = {
    accent: chooseAccent(body.accent),
    font: choose('font', fonts, body.font),
    style: choose('style', styles, body.style),
    theme: choose('theme', themes, body.theme),
  };
  await writeAppearance(tx, chosen, tx.now);
  tx.audit(events.appearanceSet, { metadata: chosen });
  return { ...chosen, updated_at: tx.now.toISOString() };
}

/** Ends up in a style: a known word or six hexadecimal digits, and never anything else. */
function chooseAccent(given: string): string {
  if (accents.includes(given)) return given;
  return /^#[0-9a-f]{6}$/i.test(given)
    ? given.toLowerCase()
    : fail(errors.unknown_value, { data: { field: 'accent' } });
}

function choose<const W extends string>(field: string, known: readonly W[], given: string): W {
  return known.find((word) => word === given) ?? fail(errors.unknown_value, { data: { field } });
}
