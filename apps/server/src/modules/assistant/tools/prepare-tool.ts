import { type Answers, listNames } from '@tamga/forms';
import { Id, strict, Type } from '../../../kernel/http/schemas.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { checkAnswers } from '../../gov/index.ts';
import { nameIn } from '../../registry/index.ts';
import { publishedIn } from '../languages.ts';
import { defineTool, type PersonalCall, type Tool } from './tool.ts';

const maxAnswers = 40;
const Answer = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]);
const Parameters = strict({
  service_id: Id,
  answers: Type.Record(Type.String({ maxLength: 64 }), Answer, { maxProperties: maxAnswers }),
});

/**
 * Prepares a form: a link that carries the answers in its fragment, which a browser sends to no server. The page fills
 * them in; the person checks and sends.
 */
export function prepareTool(catalogue: Pick<Catalogue, 'find'>): Tool<PersonalCall> {
  return defineTool({
    name: 'prepare_application',
    description:
      'Prepares the form of a service with answers that the person gave. Nothing is sent: the person opens, checks and sends it. service_id is the id at the end of the page of the service.',
    parameters: Parameters,
    run: async ({ service_id: id, answers }, call: PersonalCall) => {
      const service = await catalogue.find(id);
      if (service === undefined) return { data: { error: 'no such service' }, count: 0 };
      const language = publishedIn(call.lang);
      const form = service.form ?? null;
      const known: Answers = Object.fromEntries(
        form === null
          ? []
          : listNames(form).flatMap((name) => (Object.hasOwn(answers, name) ? [[name, answers[name]]] : [])),
      );
      const wrong = new Set(
        checkAnswers(form, known, { language, now: call.now })
          .filter(({ tag }) => tag !== 'required')
          .map(({ field }) => field.split('.')[1] ?? ''),
      );
      const filled = Object.fromEntries(Object.entries(known).filter(([name]) => !wrong.has(name)));
      const carried = Buffer.from(JSON.stringify(filled)).toString('base64url');
      const url = `/services/${service.id}/apply${Object.keys(filled).length === 0 ? '' : `#answers=${carried}`}`;
      call.prepared({ title: nameIn(service, language), url });
      const refused = Object.keys(answers).filter((name) => !Object.hasOwn(filled, name));
      return {
        data: {
          prepared: true,
          service: nameIn(service, language),
          filled: Object.keys(filled),
          refused: refused.slice(0, maxAnswers),
          questions: form === null ? [] : listNames(form).slice(0, maxAnswers),
          note: 'The page shows a button with this form beside your answer. Tell the person to check and send it.',
        },
        count: Object.keys(filled).length,
      };
    },
  });
}
