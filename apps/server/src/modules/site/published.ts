import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import { nobody } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { isUnchanged, weakEtag } from '../../kernel/http/etag.ts';
import type { ReplyFacts, RequestFacts } from '../../kernel/http/row.ts';
import { currentAppearance } from './appearance.ts';
import type { AppearanceView, LookView, ThemeView } from './schemas.ts';
import { findActiveTheme, findAppearance } from './store.ts';

const siteChanged = 'site.changed';

/** Notifies every instance that the public answers changed. */
export function announceChange(tx: WriteTx): void {
  tx.publish(siteChanged, {});
}

interface CacheEntry<V> {
  readonly value: V;
  readonly etag: string;
}

/** Answers that every visitor's first page requests: cached until the site changes on any instance. */
export interface Published {
  appearance(request: RequestFacts, reply: ReplyFacts): Promise<AppearanceView>;
  activeTheme(request: RequestFacts, reply: ReplyFacts): Promise<ThemeView>;
  look(request: RequestFacts, reply: ReplyFacts): Promise<LookView>;
}

export function createPublished(database: Database, bus: Bus): Published {
  const reader = database.reader(nobody);
  const appearance = createBusCache(bus, async () => keep(currentAppearance(await findAppearance(reader))));
  const theme = createBusCache(bus, async () => keep(await findActiveTheme(reader)));
  bus.on(siteChanged, () => {
    appearance.forget('it');
    theme.forget('it');
  });
  return {
    appearance: async (request, reply) => show(await appearance.load('it'), request, reply),
    activeTheme: async (request, reply) => {
      const { value, etag } = await theme.load('it');
      return show({ value: value ?? fail(kernelErrors.not_found), etag }, request, reply);
    },
    look: async (request, reply) => {
      const [drawn, active] = [await appearance.load('it'), await theme.load('it')];
      return show(keep({ appearance: drawn.value, theme: active.value ?? null }), request, reply);
    },
  };
}

const keep = <V>(value: V): CacheEntry<V> => ({ value, etag: weakEtag(JSON.stringify(value ?? null)) });

function show<V>(kept: CacheEntry<V>, request: RequestFacts, reply: ReplyFacts): V {
  isUnchanged(kept.etag, request, reply);
  // The browser may store it but revalidates each time, so a change shows at once.
  reply.header('cache-control', 'no-cache');
  return kept.value;
}
