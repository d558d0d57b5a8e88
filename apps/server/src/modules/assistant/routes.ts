import { notAudited } from '../../kernel/audit/events.ts';
import type { Database } from '../../kernel/db/database.ts';
import { permission, signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { BudgetLimits } from './budget.ts';
import { everybody } from './chat.ts';
import { hasAgreed } from './conversation-store.ts';
import * as conversations from './conversations.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { readDays } from './figures.ts';
import type { ModelPort } from './model-port.ts';
import { type Prompts, putPrompt, showPrompts, showVersions } from './prompts.ts';
import { noteFeedback, questionDays } from './questions.ts';
import {
  ByKey,
  ByQuestion,
  ConversationDetail,
  ConversationPage,
  ConversationQuery,
  Deleted,
  FeedbackBody,
  FigureQuery,
  Figures,
  Keeping,
  KeepingBody,
  OpenQuestionList,
  Prompt,
  PromptBody,
  PromptVersionList,
} from './schemas.ts';
import { deleteQuestion, listQuestions } from './store.ts';

export interface RouteDeps {
  readonly database: Database;
  readonly now: () => Date;
  readonly model: ModelPort | undefined;
  readonly limits: BudgetLimits;
  readonly conversationDays: number;
  readonly prompts: Prompts;
  readonly ownNames: (actor: Actor) => Promise<readonly string[]>;
}

const manage = permission('settings.manage');
const asSystem = 'the permission decides; prompts and figures belong to no person';
const writes: Limit = { group: 'ai-writes', perMinute: 30, burst: 15, by: 'person' };

export function assistantRows(deps: RouteDeps): readonly Row[] {
  return [...promptRows(deps), ...ownRows(deps), ...administrationRows(deps)];
}

function promptRows({ prompts }: RouteDeps): readonly Row[] {
  return [
    read({
      id: 'ai.prompts.list',
      path: '/admin/ai/prompts',
      access: manage,
      asSystem,
      reply: listOf(Prompt),
      errors: [],
      summary: 'The editable prompts of the assistant',
      handler: ({ db, request }) => showPrompts(db, prompts, request.language),
    }),
    write({
      id: 'ai.prompts.put',
      method: 'PUT',
      path: '/admin/ai/prompts/:key',
      access: manage,
      asSystem,
      limit: writes,
      params: ByKey,
      body: PromptBody,
      reply: Prompt,
      errors: [errors.prompt_changed],
      audit: [events.promptUpdated],
      summary:
        'Change a prompt: an empty text goes back to the default, and a version that is no longer live is refused',
      handler: ({ actor, body, params, tx }) => putPrompt(tx, actor.userId, { ...params, ...body }),
    }),
    read({
      id: 'ai.prompts.versions',
      path: '/admin/ai/prompts/:key/versions',
      access: manage,
      asSystem,
      params: ByKey,
      reply: PromptVersionList,
      errors: [],
      summary: 'Former texts of a prompt and who wrote them, newest first',
      handler: ({ db, params }) => showVersions(db, params.key),
    }),
  ];
}

function ownRows({ conversationDays: days }: RouteDeps): readonly Row[] {
  return [
    read({
      id: 'ai.conversations.list',
      path: '/ai/conversations',
      access: signedIn,
      query: ConversationQuery,
      reply: ConversationPage,
      errors: [],
      summary: 'Own kept conversations, last continued first',
      handler: ({ actor, db, query }) => conversations.showConversations(db, actor.userId, query),
    }),
    read({
      id: 'ai.conversations.keeping',
      path: '/ai/conversations/keeping',
      access: signedIn,
      reply: Keeping,
      errors: [],
      summary: 'Whether conversations are kept',
      handler: async ({ actor, db }) => ({ keep: await hasAgreed(db, actor.userId), days }),
    }),
    write({
      id: 'ai.conversations.change_keeping',
      method: 'PUT',
      path: '/ai/conversations/keeping',
      access: signedIn,
      limit: writes,
      body: KeepingBody,
      reply: Keeping,
      errors: [],
      audit: [events.keepingChanged],
      summary: 'Agree that conversations are kept, or withdraw it and delete them all',
      handler: ({ actor, body, tx }) =>
        conversations.changeKeeping(tx, actor.userId, { keep: body.keep, days }),
    }),
    read({
      id: 'ai.conversations.show',
      path: '/ai/conversations/:id',
      access: signedIn,
      params: ById,
      reply: ConversationDetail,
      errors: [],
      summary: 'One kept conversation',
      handler: ({ actor, db, params }) => conversations.showConversation(db, actor.userId, params.id),
    }),
    write({
      id: 'ai.conversations.delete',
      method: 'DELETE',
      path: '/ai/conversations/:id',
      access: signedIn,
      limit: writes,
      params: ById,
      reply: Deleted,
      errors: [],
      audit: [events.conversationDeleted],
      summary: 'Delete a kept conversation',
      handler: ({ actor, params, tx }) => conversations.dropConversation(tx, actor.userId, params.id),
    }),
    write({
      id: 'ai.conversations.delete_all',
      method: 'DELETE',
      path: '/ai/conversations',
      access: signedIn,
      limit: writes,
      reply: Deleted,
      errors: [],
      audit: [events.conversationDeleted],
      summary: 'Delete all kept conversations',
      handler: ({ actor, tx }) => conversations.dropConversations(tx, actor.userId),
    }),
  ];
}

function administrationRows(deps: RouteDeps): readonly Row[] {
  return [
    write({
      id: 'ai.feedback',
      method: 'POST',
      path: '/public/ai/feedback',
      access: everybody,
      limit: { group: 'ai-feedback', perMinute: 6, burst: 6 },
      body: FeedbackBody,
      reply: Empty,
      errors: [],
      audit: notAudited('counts by day, without a person'),
      summary: 'Whether an answer was helpful; a question sent along is kept without personal numbers',
      prepare: ({ body }) => noteFeedback(deps, body, []),
      handler: async () => ({}),
    }),
    write({
      id: 'ai.own_feedback',
      method: 'POST',
      path: '/ai/feedback',
      access: signedIn,
      limit: { group: 'ai-feedback', perMinute: 6, burst: 6 },
      body: FeedbackBody,
      reply: Empty,
      errors: [],
      audit: notAudited('counts by day, without a person'),
      summary: 'The same of a signed-in person, whose name is removed from the question',
      prepare: async ({ actor, body }) => noteFeedback(deps, body, await deps.ownNames(actor)),
      handler: async () => ({}),
    }),
    read({
      id: 'ai.questions.list',
      path: '/admin/ai/questions',
      access: manage,
      asSystem,
      reply: OpenQuestionList,
      errors: [],
      summary: 'Questions without a good answer, most frequent first, without the people who asked',
      handler: async ({ db }) => {
        const items = await listQuestions(db);
        return { items, total: items.length, kept_days: questionDays };
      },
    }),
    write({
      id: 'ai.questions.done',
      method: 'DELETE',
      path: '/admin/ai/questions/:id',
      access: manage,
      asSystem,
      limit: writes,
      params: ByQuestion,
      reply: Empty,
      errors: [],
      audit: [events.questionDone],
      summary: 'Remove a question from the list',
      handler: async ({ params, tx }) => {
        if ((await deleteQuestion(tx, params.id)) === 0) fail(kernelErrors.not_found);
        tx.audit(events.questionDone, { target: String(params.id) });
        return {};
      },
    }),
    read({
      id: 'ai.figures',
      path: '/admin/ai/figures',
      access: manage,
      asSystem,
      query: FigureQuery,
      reply: Figures,
      errors: [],
      summary:
        'What is connected, and for each day questions, answers without a model, tokens, feedback and waiting',
      handler: async ({ db, query, request }) => ({
        ...describeModel(deps),
        days: await readDays(db, request.now, query.days ?? 30),
      }),
    }),
  ];
}

function describeModel({ model, limits }: RouteDeps) {
  return {
    connected: {
      chat: model?.chat !== undefined,
      hearing: model?.transcribe !== undefined,
      speech: model?.speak !== undefined,
    },
    budget: { per_person: limits.perPerson, per_address: limits.perAddress, per_day: limits.perDay },
  };
}
