import type { EmbeddingPort } from '../../kernel/search/embedding-port.ts';

export interface EmbeddingsOptions {
  /** An address that accepts POST with `{ model, input }`, such as https://ai.example.mn/v1/embeddings. */
  url: string;
  model: string;
  apiKey: string | undefined;
  timeoutMs?: number;
}

const maxAnswerBytes = 32 * 1024 * 1024;

/** The common format of an embedding endpoint; fails for anything but one vector of one length per text. */
export function createEmbeddings({ url, model, apiKey, timeoutMs = 5000 }: EmbeddingsOptions): EmbeddingPort {
  return {
    model,
    embed: async (texts, signal) => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, input: texts }),
      });
      if (!answer.ok) throw new Error(`the embedding endpoint answered ${answer.status}`);
      if (Number(answer.headers.get('content-length') ?? 0) > maxAnswerBytes)
        throw new Error('the answer of the embedding endpoint is too large');
      return readVectors(await answer.json(), texts.length);
    },
  };
}

function readVectors(body: unknown, count: number): number[][] {
  const data = (body as { data?: { index?: number; embedding?: unknown }[] } | null)?.data;
  if (!Array.isArray(data) || data.length !== count)
    throw new Error('the embedding endpoint answered otherwise');
  const vectors = data
    .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    .map(({ embedding }) => embedding as number[]);
  const size = vectors[0]?.length ?? 0;
  const isVector = (vector: unknown) =>
    Array.isArray(vector) && vector.length === size && vector.every((value) => Number.isFinite(value));
  if (size === 0 || size > 8192 || !vectors.every(isVector))
    throw new Error('the embedding endpoint answered no vectors');
  return vectors;
}
