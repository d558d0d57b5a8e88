import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { localDay } from '../../kernel/local-day.ts';
import type { Module } from '../../kernel/module.ts';
import type { Metrics } from '../../kernel/observability/metrics.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { BrandingSource } from '../site/index.ts';
import { findUser } from '../users/index.ts';
import type { Outcome } from './answer/answer.ts';
import { createLinkCheck } from './answer/links.ts';
import { type BudgetLimits, createBudget, everybody } from './budget.ts';
import { type ChatDeps, chatMounts } from './chat.ts';
import { deleteIdleConversations, type KeepDeps } from './conversations.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { deleteOldFigures, deleteOldUsage, listUsage } from './figure-store.ts';
import { noteAnswer } from './figures.ts';
import type { KnowledgeSearch } from './knowledge-port.ts';
import type { ModelPort } from './model-port.ts';
import { openPrompts } from './prompts.ts';
import { questionDays } from './questions.ts';
import { stripNumbers } from './redaction.ts';
import { assistantRows } from './routes.ts';
import { names } from './schemas.ts';
import { searchServices } from './service-passages.ts';
import { speechMounts } from './speech.ts';
import { deleteOldQuestions } from './store.ts';
import { streamMounts } from './stream.ts';
import { personalTools } from './tools/personal-tools.ts';
import { prepareTool } from './tools/prepare-tool.ts';
import { publicTools } from './tools/public-tools.ts';
import { tryOutMount } from './try-out.ts';

export type { KnowledgeSearch, Passage } from './knowledge-port.ts';
export type { ModelPort } from './model-port.ts';
export { createRedactor, stripNumbers } from './redaction.ts';
export { describeService } from './service-passages.ts';

export interface AssistantDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly metrics: Metrics;
  readonly stopping: AbortSignal;
  readonly now: () => Date;
  readonly onFailure: (what: string, error: unknown) => void;
  readonly branding: BrandingSource;
  readonly catalogue: Catalogue;
  readonly model: ModelPort | undefined;
  /** Search of everything published. */
  readonly knowledge: KnowledgeSearch;
  readonly origin: string;
  readonly linkHosts: readonly string[];
  readonly scopePrompt: string | undefined;
  readonly modelMs: number;
  readonly limits: BudgetLimits;
  readonly hashKey: string;
  readonly conversationDays: number;
}

/** Answers questions of citizens from what is published and, signed in, from their own matters. */
export function assistant(deps: AssistantDeps): Module {
  const services = searchServices(deps.catalogue);
  const { knowledge } = deps;
  const outcomes = measureAnswers(deps);
  const ownNames = async (actor: Actor): Promise<readonly string[]> => {
    const user = await findUser(deps.database.reader(identityOf(actor)), actor.userId);
    if (user === undefined) return [];
    const { first_name, last_name, first_name_en, last_name_en } = user;
    return [first_name, last_name, first_name_en, last_name_en];
  };
  const chat: ChatDeps = {
    ...deps,
    prompts: openPrompts({ ...deps, onFailure: (error) => deps.onFailure('prompts', error) }),
    budget: createBudget(deps),
    publicTools: publicTools({ knowledge, services }),
    personalTools: [...personalTools(deps), prepareTool(deps.catalogue)],
    isAllowed: createLinkCheck({ origin: deps.origin, hosts: deps.linkHosts }),
    strip: stripNumbers,
    ownNames,
    count: async (outcome, firstMs) => {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // A figure is worth no failed answer.
      await noteAnswer(deps, outcome, firstMs).catch((error: unknown) => deps.onFailure('figures', error));
    },
  };
  return {
    name: 'assistant',
    rows: assistantRows({ ...deps, prompts: chat.prompts, ownNames }),
    mounts: [...chatMounts(chat), ...streamMounts(chat), ...speechMounts(chat), tryOutMount(chat)],
    errors,
    events,
    schemas: names,
    jobs: [forgetJob(deps, deps.conversationDays)],
  };
}

/** Figures for /metrics. */
function measureAnswers({ metrics, database, now }: AssistantDeps): Map<Outcome, number> {
  const outcomes = new Map<Outcome, number>();
  const reader = database.reader(systemIdentity);
  metrics.gauge(
    'tamga_ai_answers',
    'Answers of this process since its start, by outcome',
    ['outcome'],
    (gauge) => {
      for (const [outcome, count] of outcomes) gauge.set({ outcome }, count);
    },
  );
  metrics.gauge('tamga_ai_tokens_today', 'Tokens of all instances today', [], async (gauge) => {
    // After the gauges without a query: this one would count among the waiting connections.
    await null;
    const day = localDay(now());
    const rows = await listUsage(reader, everybody, day).catch(() => undefined);
    gauge.set(rows === undefined ? Number.NaN : (rows.find((row) => row.day === day)?.tokens ?? 0));
  });
  return outcomes;
}

const dayMs = 24 * 3_600_000;
const figureDays = 400;

function forgetJob(deps: KeepDeps, conversationDays: number): Job {
  return {
    name: 'ai.forget',
    about:
      'Deletes kept conversations past their retention, usage of former days, old questions and old figures',
    schedule: '20 3 * * *',
    run: async (_data, { now }) => {
      await deleteIdleConversations(deps, conversationDays, now);
      const before = (days: number) => localDay(new Date(now.getTime() - days * dayMs));
      await deps.database.transaction(systemIdentity, async (tx) => {
        await deleteOldUsage(tx, { day: before(1), longAgo: before(figureDays), all: everybody });
        await deleteOldFigures(tx, before(figureDays));
        await deleteOldQuestions(tx, before(questionDays));
      });
    },
  };
}
