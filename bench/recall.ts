import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, round } from './report.ts';
import { openWorld } from './world.ts';

const labelledFile = join(import.meta.dirname, '../apps/server/src/modules/tools/memory/labelled.json');

interface Labelled {
  insights: { id: string; topic: string; content: string }[];
  queries: { kind: string; expects: string; query: string }[];
}

/** Share of labelled questions that find their insight among the first five, and the search latency. */
export async function measureRecall(): Promise<Finding[]> {
  const { insights, queries } = JSON.parse(await readFile(labelledFile, 'utf8')) as Labelled;
  // Each credential may make twenty concurrent calls, so there are enough credentials to avoid waiting.
  const calls = insights.length + queries.length;
  const keys = Array.from(
    { length: Math.ceil(calls / 20) },
    (_, at) => `bench-${at}-0123456789-abcdefghijklmnop`,
  );
  const world = await openWorld({ env: { TOOLS_API_KEYS: keys.join(',') } });
  let made = 0;
  const call = async (tool: string, body: object) => {
    const key = keys[made % keys.length] ?? '';
    made += 1;
    const answer = await fetch(`http://127.0.0.1:${world.port}/api/v1/tools/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
    });
    const { success, data, error } = (await answer.json()) as {
      success: boolean;
      data: { id: string; results: { id: string }[] };
      error: string;
    };
    if (!success) throw new Error(`${tool}: ${error}`);
    return data;
  };
  try {
    const names = new Map<string, string>();
    for (const { id, topic, content } of insights)
      names.set((await call('record_insight', { topic, content })).id, id);
    const hits: Record<string, { found: number; asked: number }> = {};
    const times: number[] = [];
    for (const { kind, query, expects } of queries) {
      const startedMs = performance.now();
      const { results } = await call('search_memory', { query });
      times.push(performance.now() - startedMs);
      const count = hits[kind] ?? { found: 0, asked: 0 };
      hits[kind] = count;
      count.asked += 1;
      if (results.some(({ id }) => names.get(id) === expects)) count.found += 1;
    }
    const found = Object.values(hits).reduce((sum, one) => sum + one.found, 0);
    const recall = found / queries.length;
    const medianMs = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    return [
      {
        group: 'recall',
        measure: 'search_memory, recall at 5',
        value: `${round(recall * 100)} % of ${queries.length}, median ${round(medianMs)} ms`,
        bar: '90 %',
        met: recall >= 0.9,
        figures: { recall, hits, medianMs, insights: insights.length },
      },
    ];
  } finally {
    await world.stop();
  }
}
