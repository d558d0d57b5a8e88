import { createHash } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { remember } from '../../kernel/bus/remembered.ts';
import type { Database } from '../../kernel/db/database.ts';
import { nobody } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { ReplyFacts, RequestFacts } from '../../kernel/http/row.ts';
import { currentAppearance } from './appearance.ts';
import type { AppearanceView, LookView, ThemeView } from './schemas.ts';
import { findActiveTheme, findAppearance } from './store.ts';

const siteChanged = 'site.changed';

/** Tells every instance that strangers must be shown something else now. */
export function announceChange(tx: WriteTx): void {
  tx.publish(siteChanged, {});
}

interface Kept<V> {
  readonly value: V;
  readonly etag: string;
}

/** What every visitor's first page asks for: kept in memory until the site changes on any instance. */
export interface Published {
  appearance(request: RequestFacts, reply: ReplyFacts): Promise<AppearanceView>;
  activeTheme(request: RequestFacts, reply: ReplyFacts): Promise<ThemeView>;
  look(request: RequestFacts, reply: ReplyFacts): Promise<LookView>;
}

export function createPublished(database: Database, bus: Bus): Published {
  const reader = database.reader(nobody);
  const appearance = remember(bus, async () => keep(currentAppearance(await findAppearance(reader))));
  const theme = remember(bus, async () => keep(await findActiveTheme(reader)));
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

/** Weak, because the envelope around the value names the request. */
function keep<V>(value: V): Kept<V> {
  const hash = createHash('sha256').update(JSON.stringify(value ?? null));
  return { value, etag: `W/"${hash.digest('base64url').slice(0, 22)}"` };
}

function show<V>(kept: Kept<V>, request: RequestFacts, reply: ReplyFacts): V {
  reply.header('etag', kept.etag);
  // May be stored, and is asked about each time: a change shows at once.
  reply.header('cache-control', 'no-cache');
  const known = (request.header('if-none-match') ?? '').slice(0, 1000).split(',');
  if (known.some((tag) => tag.trim() === kept.etag || tag.trim() === '*')) reply.status(304);
  return kept.value;
}
