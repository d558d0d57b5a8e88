import { type ChatRequest, type Reply, resultsIn, textOf } from './messages.ts';

/** Words that lead to a tool, if it is offered. */
const wishes: readonly (readonly [RegExp, string])[] = [
  [/миний (өргөдөл|хүсэлт)|my applications?/i, 'my_applications'],
  [/миний төлбөр|my payments?/i, 'my_payments'],
  [/миний (цаг|уулзалт)|my appointments?/i, 'my_appointments'],
  [/миний (баримт|лавлагаа)|my (documents?|certificates?)/i, 'my_documents'],
  [/миний мэдэгдэл|my notifications?/i, 'my_notifications'],
  [/хэдэн цаг болж|what time is it/i, 'get_server_time'],
];

/**
 * Asks for the tool that the question names, then answers with the beginning of what it was given: deterministic, and
 * true as far as the passages are.
 */
export function answerOrdinarily(request: ChatRequest): Reply {
  const { messages, tools = [] } = request;
  const asked = textOf(messages.findLast(({ role }) => role === 'user') ?? { role: 'user' });
  const translated = inside('text', asked);
  if (translated !== undefined) return { text: `«${translated}»` };
  const question = inside('question', asked) ?? asked;
  const results = resultsIn(request);
  const [, wanted] = wishes.find(([pattern]) => pattern.test(question)) ?? [];
  if (results.length === 0 && tools.some((tool) => tool.function.name === wanted) && wanted !== undefined)
    return { tool_calls: [{ name: wanted, arguments: '{}' }] };
  const found = results.map(textOf).join('\n').slice(0, 600);
  if (found !== '') return { text: `${found}\n` };
  const passage = inside('passages', asked)?.split('\n').slice(0, 8).join('\n');
  return { text: passage === undefined ? 'Мэдээлэл олдсонгүй.' : `${passage}\n` };
}

/** The lines between `<tag>` and `</tag>`. */
function inside(tag: string, text: string): string | undefined {
  const start = text.indexOf(`<${tag}>\n`);
  const end = text.lastIndexOf(`\n</${tag}>`);
  return start < 0 || end < start + tag.length + 3 ? undefined : text.slice(start + tag.length + 3, end);
}
