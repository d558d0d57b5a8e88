import { strict, Type } from '../../../kernel/http/schemas.ts';
import { localDay, localSecond, offsetAt, platformZone } from '../../../kernel/local-day.ts';
import type { KnowledgeSearch } from '../knowledge-port.ts';
import { publishedIn } from '../languages.ts';
import { defineTool, type Tool, type ToolCall } from './tool.ts';

export interface PublicToolDeps {
  readonly knowledge: KnowledgeSearch;
  readonly services: KnowledgeSearch;
}

const Query = strict({ query: Type.String({ minLength: 1, maxLength: 300 }) });
const resultLimit = 5;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** For everybody: what is published, and the time. */
export function publicTools({ knowledge, services }: PublicToolDeps): readonly Tool<ToolCall>[] {
  const search = (name: string, description: string, engine: KnowledgeSearch) =>
    defineTool({
      name,
      description,
      parameters: Query,
      run: async ({ query }, call: ToolCall) => {
        const passages = await engine.search(query, publishedIn(call.lang), resultLimit);
        call.found(passages);
        const results = passages.map(({ title, content, url }) => ({
          title,
          content: content.slice(0, 1500),
          url,
        }));
        return { data: { results, count: results.length }, count: results.length };
      },
    });
  return [
    search(
      'search_knowledge',
      'Searches published articles and services. Returns passages to answer from.',
      knowledge,
    ),
    search(
      'search_services',
      'Searches public services: fee, time, papers, authority and page of each.',
      services,
    ),
    defineTool({
      name: 'get_server_time',
      description: 'The date, the time and the day of the week here and now.',
      parameters: strict({}),
      isProof: true,
      run: async (_args, { now }: ToolCall) => {
        const weekday = weekdays[new Date(`${localDay(now)}T00:00:00Z`).getUTCDay()];
        const datetime = `${localSecond(now).replace(' ', 'T')}${offsetAt(now)}`;
        return { data: { datetime, weekday, timezone: platformZone() }, count: 1 };
      },
    }),
  ];
}
