import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, failUnknown } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { BrandingSource } from '../site/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { defaultScope, type PromptLayers } from './guardrails.ts';
import type { Lang } from './languages.ts';
import { type Prompt, type PromptKey, promptKeys } from './schemas.ts';
import { appendVersion, listPrompts, listVersions, writePrompt } from './store.ts';

const cacheMs = 60_000;
const promptsChanged = 'ai.prompts.changed';

export interface PromptDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly branding: BrandingSource;
  /** AI_SCOPE_PROMPT */
  readonly scopePrompt: string | undefined;
  readonly now: () => Date;
  readonly onFailure: (error: unknown) => void;
}

/** The editable layers of the system prompt, current on every instance. */
export interface Prompts {
  /** The live layers, or the drafted ones. */
  layers(lang: Lang, draft?: PromptLayers): Promise<PromptLayers>;
  /** The scope that applies while none is written. */
  fallbackScope(lang: Lang): Promise<string>;
}

export function openPrompts(deps: PromptDeps): Prompts {
  const reader = deps.database.reader(systemIdentity);
  const kept = createBusCache(deps.bus, async () => ({
    rows: await listPrompts(reader),
    readAtMs: deps.now().getTime(),
  }));
  const forget = () => kept.forget('it');
  deps.bus.on(promptsChanged, forget);
  const read = async (): Promise<Partial<Record<PromptKey, string>>> => {
    const known = kept.get('it');
    if (known !== undefined && deps.now().getTime() - known.readAtMs >= cacheMs) forget();
    const { rows } = await kept.load('it');
    return Object.fromEntries(rows.map(({ key, content }) => [key, content]));
  };
  // Without its prompts the assistant still serves, by the settings and defaults.
  const orElse =
    <T>(value: T) =>
    (error: unknown) => {
      deps.onFailure(error);
      return value;
    };
  const fallbackScope = async (lang: Lang) =>
    deps.scopePrompt || (await brandedScope(deps, lang).catch(orElse(''))) || defaultScope;
  return {
    fallbackScope,
    layers: async (lang, draft) => {
      const written = draft ?? (await read().catch(orElse<Partial<PromptLayers>>({})));
      return {
        scope: written.scope?.trim() || (await fallbackScope(lang)),
        instructions: written.instructions?.trim() ?? '',
      };
    },
  };
}

async function brandedScope({ branding }: PromptDeps, lang: Lang): Promise<string> {
  const { systemPromptMN, systemPromptEN } = await branding.current();
  return lang === 'mn' ? systemPromptMN : systemPromptEN;
}

const keyOf = (given: string): PromptKey => promptKeys.find((key) => key === given) ?? failUnknown('key');

export async function showPrompts(
  db: Reader,
  prompts: Prompts,
  language: Language,
): Promise<{ items: Prompt[]; total: number }> {
  const rows = await listPrompts(db);
  const fallback = await prompts.fallbackScope(language);
  const items = promptKeys.map((key) => {
    const row = rows.find((each) => each.key === key);
    return {
      key,
      content: row?.content ?? '',
      version: row?.version ?? 0,
      ...(row === undefined ? {} : { updated_at: row.updated_at }),
      ...(key === 'scope' ? { fallback } : {}),
    };
  });
  return { items, total: items.length };
}

export async function putPrompt(
  tx: WriteTx,
  userId: string,
  given: { key: string; content: string; version?: number },
): Promise<Prompt | Unchanged<Prompt>> {
  const key = keyOf(given.key);
  const content = given.content.trim();
  const version = await writePrompt(tx, { key, content, edited: given.version, now: tx.now });
  if (version === undefined) {
    const live = (await listPrompts(tx)).find((row) => row.key === key);
    if (live?.content !== content) fail(errors.prompt_changed);
    return unchanged({ key, content, version: live.version, updated_at: live.updated_at });
  }
  appendVersion(tx, { key, version, content, userId, now: tx.now });
  tx.audit(events.promptUpdated, { target: key, metadata: { version, length: content.length } });
  tx.publish(promptsChanged, {});
  return { key, content, version, updated_at: tx.now.toISOString() };
}

export async function showVersions(db: Reader, given: string) {
  const items = await listVersions(db, keyOf(given));
  return { items, total: items.length };
}
