import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { Id, oneOf, type Static, strict, Timestamp, Type } from '../../../kernel/http/schemas.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import type { EmbeddingPort } from '../../../kernel/search/embedding-port.ts';
import { toUnit } from '../../../kernel/search/vectors.ts';
import { gramsOf, stem, wordsOf } from '../../../kernel/search/words.ts';
import { events } from '../events.ts';
import { defineTool, refuse, type Tool, type ToolCall } from '../tool.ts';
import { searchInsights } from './search.ts';
import { listOldSpelt, listWithoutVector, setVector, setWords, upsertInsight } from './store.ts';

export interface MemoryDeps {
  readonly database: Database;
  readonly embedding: EmbeddingPort | undefined;
}

const defaultConfidence = 0.8;
const defaultLimit = 5;

const SearchParameters = strict({
  query: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'What to look for, in Mongolian or English',
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'How many results; 5 by default' }),
  ),
});
export const FoundInsight = Type.Object({
  id: Id,
  topic: Type.String(),
  content: Type.String(),
  confidence: Type.Number(),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  source: oneOf('insight', 'knowledge'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
const SearchResult = Type.Object({
  query: Type.String(),
  limit: Type.Integer(),
  count: Type.Integer(),
  results: Type.Array(FoundInsight),
});

const InsightParameters = strict({
  topic: Type.String({ minLength: 1, maxLength: 120, description: 'Category or topic tag' }),
  content: Type.String({ minLength: 1, maxLength: 8000, description: 'The knowledge statement or rule' }),
  confidence: Type.Optional(
    Type.Number({ minimum: 0.1, maximum: 1, description: 'From 0.1 to 1.0; 0.8 by default' }),
  ),
});
const Insight = Type.Object({
  id: Id,
  topic: Type.String(),
  content: Type.String(),
  confidence: Type.Number(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  created: Type.Boolean(),
});

export function memoryTools(deps: MemoryDeps): readonly Tool[] {
  const reader = deps.database.reader(systemIdentity);
  return [
    defineTool({
      name: 'search_memory',
      description: 'Searches the memory store for past solutions, preferences and knowledge insights.',
      builtin: true,
      parameters: SearchParameters,
      result: SearchResult,
      event: undefined,
      run: async ({ query, limit = defaultLimit }) => {
        if (query.includes('\0')) refuse('invalid_params', 'a NUL character is refused');
        const hits = await searchInsights(reader, deps.embedding, query, limit);
        const results = hits.map((hit) => ({
          id: hit.id,
          topic: hit.topic,
          content: hit.content,
          confidence: hit.confidence,
          score: hit.score,
          source: 'insight' as const,
          createdAt: hit.created_at,
          updatedAt: hit.updated_at,
        }));
        return { query, limit, count: results.length, results };
      },
    }),
    defineTool({
      name: 'record_insight',
      description: 'Records a learned rule, solution or insight into long-term memory.',
      builtin: true,
      parameters: InsightParameters,
      result: Insight,
      event: events.insightRecorded,
      run: (params, call) => record(deps, params, call),
    }),
  ];
}

/** The indexed form of a text: every word without its endings, in one spelling of both alphabets. */
const stemmed = (text: string) =>
  wordsOf(text)
    .map((word) => stem(word).slice(0, 64))
    .join(' ');
const indexed = ({ topic, content }: { topic: string; content: string }) => ({
  topicWords: stemmed(topic),
  contentWords: stemmed(content),
  grams: gramsOf(`${topic} ${content}`).slice(0, 4000),
});

async function record(deps: MemoryDeps, params: Static<typeof InsightParameters>, call: ToolCall) {
  const topic = params.topic.trim();
  const content = params.content.trim();
  if (topic === '' || content === '') refuse('invalid_params', 'topic and content hold more than blanks');
  if (`${topic}${content}`.includes('\0')) refuse('invalid_params', 'a NUL character is refused');
  const vector = await vectorOf(deps.embedding, `${topic}\n${content}`);
  const row = await call.commit((tx) =>
    upsertInsight(tx, {
      id: randomUUID(),
      topic,
      content,
      confidence: params.confidence ?? defaultConfidence,
      fingerprint: fingerprintOf(topic, content),
      ...indexed({ topic, content }),
      vector,
      model: vector === undefined ? undefined : deps.embedding?.model,
      by: call.caller.label,
      now: call.now,
    }),
  );
  if (row === undefined) throw new Error('an upsert returned no row');
  return {
    id: row.id,
    topic: row.topic,
    content: row.content,
    confidence: row.confidence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    created: row.created,
  };
}

function fingerprintOf(topic: string, content: string): string {
  return createHash('sha256').update(`${topic.toLowerCase()}\0${content.toLowerCase()}`).digest('base64url');
}

/** Undefined when there is no endpoint or it does not answer: the job below fills it in later. */
async function vectorOf(
  embedding: EmbeddingPort | undefined,
  text: string,
): Promise<readonly number[] | undefined> {
  if (embedding === undefined) return undefined;
  try {
    const [vector] = await embedding.embed([text]);
    return vector === undefined ? undefined : toUnit(vector);
  } catch {
    return undefined;
  }
}

export function memoryJobs({ database, embedding }: MemoryDeps): readonly Job[] {
  return [
    {
      name: 'tools.respell',
      about: 'Indexes insights again whose words were spelt by an older version',
      schedule: '*/10 * * * *',
      run: async () => {
        const rows = await listOldSpelt(database.reader(systemIdentity), 500);
        if (rows.length === 0) return;
        await database.transaction(systemIdentity, async (tx) => {
          for (const row of rows) await setWords(tx, { id: row.id, ...indexed(row) });
        });
      },
    },
    {
      name: 'tools.embed',
      about: 'Adds vectors of the configured model to insights without one',
      schedule: '*/10 * * * *',
      run: async () => {
        if (embedding === undefined) return;
        const rows = await listWithoutVector(database.reader(systemIdentity), embedding.model, 64);
        if (rows.length === 0) return;
        const vectors = await embedding.embed(rows.map((row) => `${row.topic}\n${row.content}`));
        await database.transaction(systemIdentity, async (tx) => {
          for (const [at, row] of rows.entries()) {
            const vector = vectors[at];
            if (vector !== undefined) await setVector(tx, row.id, toUnit(vector), embedding.model);
          }
        });
      },
    },
  ];
}
