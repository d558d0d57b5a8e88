import { permission } from '../../kernel/http/access.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { answerQuestion } from './answer/answer.ts';
import type { ChatDeps } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { TryBody, TryReply } from './schemas.ts';

/** Answers one question with drafted prompts, or with the live ones, and leaves no trace: nothing is published. */
export function tryOutMount(deps: ChatDeps): Mount {
  return endpoint(deps, {
    id: 'ai.prompts.try',
    path: '/admin/ai/prompts/try',
    access: permission('settings.manage'),
    limit: { group: 'ai-try', perMinute: 20, burst: 10, by: 'person' },
    body: TryBody,
    reply: TryReply,
    summary:
      'Try drafted prompts on a question, as a visitor would ask it; without a draft the live prompts answer',
    answer: async ({ actor, body: { message, lang = 'mn', draft }, ip, requestId, signals }) => {
      const { reply, sources, degraded } = await answerQuestion(
        {
          ...deps,
          prompts: { ...deps.prompts, layers: () => deps.prompts.layers(lang, draft) },
          count: async () => undefined,
        },
        {
          text: message,
          lang,
          history: [],
          requestId,
          // Personal tools stay out: a try-out is about the prompts, not about the administrator's own matters.
          actor: undefined,
          spender: actor === undefined ? { ip } : { userId: actor.userId },
        },
        signals,
        { delta: () => undefined, reset: () => undefined },
      );
      return { reply, sources, ...(degraded === true ? { degraded } : {}) };
    },
  });
}
