import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type BrandingRow, findBranding, lockBranding, writeBranding } from './branding-store.ts';

/** The name of this platform and its prompts; an unset field is "", and its reader shows the default. */
export interface Branding {
  readonly name: string;
  readonly shortName: string;
  readonly organization: string;
  readonly logo: string;
  readonly language: 'mn' | 'en' | '';
  readonly systemPromptMN: string;
  readonly systemPromptEN: string;
  readonly updatedAt: string | null;
}

export type BrandingChange = { readonly [F in keyof typeof columnOf]?: string };

export interface BrandingSource {
  /** Cached, and current on every instance. */
  current(): Promise<Branding>;
}

export interface BrandingMemory extends BrandingSource {
  /** Sets the given fields; "" resets to the default. */
  change(
    tx: WriteTx,
    change: BrandingChange,
    now: Date,
  ): Promise<{ branding: Branding; changed: readonly string[] }>;
  /** Applies a change on this instance at once, before the bus delivers it. */
  forget(): void;
}

const brandingChanged = 'site.branding.changed';

export function createBranding({ database, bus }: { database: Database; bus: Bus }): BrandingMemory {
  const reader = database.reader(systemIdentity);
  const kept = createBusCache(bus, async () => viewOf(await findBranding(reader)));
  const forget = () => kept.forget('it');
  bus.on(brandingChanged, forget);
  return { current: () => kept.load('it'), change: changeBranding, forget };
}

const columnOf = {
  name: 'name',
  shortName: 'short_name',
  organization: 'organization',
  logo: 'logo',
  language: 'language',
  systemPromptMN: 'system_prompt_mn',
  systemPromptEN: 'system_prompt_en',
} as const;

const changeBranding: BrandingMemory['change'] = async (tx, change, now) => {
  const row = await lockBranding(tx);
  if (row === undefined) throw new Error('the row of the branding is missing');
  const { updated_at: _, ...next } = row;
  const changed: string[] = [];
  for (const [field, column] of Object.entries(columnOf) as [keyof typeof columnOf, keyof typeof next][]) {
    const given = change[field]?.trim();
    if (given === undefined || given === (row[column] ?? '')) continue;
    Object.assign(next, { [column]: given === '' ? null : given });
    changed.push(field);
  }
  if (changed.length === 0) return { branding: viewOf(row), changed };
  await writeBranding(tx, next, now);
  tx.publish(brandingChanged, {});
  return { branding: viewOf({ ...next, updated_at: now.toISOString() }), changed };
};

function viewOf(row: BrandingRow | undefined): Branding {
  return {
    name: row?.name ?? '',
    shortName: row?.short_name ?? '',
    organization: row?.organization ?? '',
    logo: row?.logo ?? '',
    language: row?.language ?? '',
    systemPromptMN: row?.system_prompt_mn ?? '',
    systemPromptEN: row?.system_prompt_en ?? '',
    updatedAt: row?.updated_at ?? null,
  };
}
