import type { Logger } from 'pino';
import type { Module } from '../kernel/module.ts';
import type { Metrics } from '../kernel/observability/metrics.ts';
import { assistant, type KnowledgeSearch, type ModelPort } from '../modules/assistant/index.ts';
import type { Catalogue } from '../modules/catalogue/index.ts';
import type { BrandingSource } from '../modules/site/index.ts';
import type { AppParts } from './app-parts.ts';

/** The assistant of citizens; `assistantTools` is the interface for assistants of operators. */
export function citizenAssistant(
  parts: AppParts,
  deps: {
    logger: Logger;
    metrics: Metrics;
    branding: BrandingSource;
    catalogue: Catalogue;
    knowledge: KnowledgeSearch;
    model: ModelPort | undefined;
  },
): Module {
  const { config } = parts;
  return assistant({
    ...parts,
    ...deps,
    onFailure: (what, error) =>
      deps.logger.warn(
        { what, reason: error instanceof Error ? error.message : 'unknown' },
        'the assistant failed',
      ),
    origin: config.appOrigin,
    linkHosts: config.AI_ALLOWED_LINK_HOSTS,
    scopePrompt: config.AI_SCOPE_PROMPT,
    modelMs: config.AI_TIMEOUT_SECONDS * 1000,
    limits: {
      perPerson: config.AI_TOKENS_PER_PERSON,
      perAddress: config.AI_TOKENS_PER_ADDRESS,
      perDay: config.AI_TOKENS_PER_DAY,
    },
    hashKey: config.JWT_SECRET,
    conversationDays: config.AI_CONVERSATION_DAYS,
  });
}
