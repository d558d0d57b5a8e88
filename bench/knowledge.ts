import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cutPassages } from '../apps/server/src/modules/knowledge/markdown.ts';
import { passagesOf } from '../apps/server/src/modules/knowledge/passages.ts';
import type { Article } from '../apps/server/src/modules/knowledge/schemas.ts';
import { median } from './load.ts';
import { type Finding, round } from './report.ts';
import { openWorld, type World, withDatabase } from './world.ts';

const labelledFile = join(import.meta.dirname, '../apps/server/src/modules/knowledge/labelled.json');
const bars = { recall: 0.9, refusal: 0.9, searchMs: 100 };
const dimensions = 1024;
const model = 'bench';

interface Labelled {
  kind: string;
  lang: string;
  query: string;
  expects: string | null;
}

/** Recall at 5 and refusal over the labelled questions, and a search over many passages, with and without vectors. */
export async function measureKnowledge(passages: number): Promise<Finding[]> {
  const labelled = JSON.parse(await readFile(labelledFile, 'utf8')) as Labelled[];
  const vectors = await openVectors();
  const { port } = vectors.address() as AddressInfo;
  const env = { GOV_DEMO_SEED: 'true', KNOWLEDGE_SEED: 'true' };
  const embedding = { AI_EMBEDDING_URL: `http://127.0.0.1:${port}/embeddings`, AI_EMBEDDING_MODEL: model };
  try {
    return [
      ...(await inWorld(env, async (world) => [
        ...(await measureLabelled(world, labelled)),
        await measureSearch(world, labelled, passages, 'words'),
      ])),
      ...(await inWorld({ ...env, ...embedding }, async (world) => [
        await measureSearch(world, labelled, passages, 'words and vectors'),
      ])),
    ];
  } finally {
    vectors.closeAllConnections();
    vectors.close();
  }
}

async function inWorld(env: Record<string, string>, work: (world: World) => Promise<Finding[]>) {
  const world = await openWorld({ env });
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}

let asked = 0;
/** Each question comes from an address of its own. */
async function find({ port }: World, { query, lang }: Labelled): Promise<{ slugs: string[]; ms: number }> {
  asked += 1;
  const startedMs = performance.now();
  const address = `http://127.0.0.1:${port}/api/v1/public/knowledge/search?${new URLSearchParams({ q: query, lang })}`;
  const ask = () => fetch(address, { headers: { 'x-forwarded-for': `10.9.${asked >> 8}.${asked & 255}` } });
  let answer = await ask();
  // The server sheds load for a moment after it built a large index; the wait counts.
  while (answer.status === 503 && performance.now() - startedMs < 10_000) answer = await ask();
  if (!answer.ok) throw new Error(`search answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { items: { slug: string }[] } };
  return { slugs: data.items.map(({ slug }) => slug), ms: performance.now() - startedMs };
}

async function measureLabelled(world: World, labelled: readonly Labelled[]): Promise<Finding[]> {
  const kinds: Record<string, { right: number; asked: number }> = {};
  for (const question of labelled) {
    const { slugs } = await find(world, question);
    const count = kinds[question.kind] ?? { right: 0, asked: 0 };
    kinds[question.kind] = count;
    count.asked += 1;
    if (question.expects === null ? slugs.length === 0 : slugs.includes(question.expects)) count.right += 1;
  }
  const { unanswerable = { right: 0, asked: 1 }, ...answerable } = kinds;
  const sum = (part: 'right' | 'asked') =>
    Object.values(answerable).reduce((total, each) => total + each[part], 0);
  const recall = sum('right') / sum('asked');
  const refusal = unanswerable.right / unanswerable.asked;
  return [
    {
      group: 'knowledge',
      measure: 'knowledge, recall at 5',
      value: `${round(recall * 100)} % of ${sum('asked')}`,
      bar: `${bars.recall * 100} %`,
      met: recall >= bars.recall,
      figures: { recall, kinds: answerable },
    },
    {
      group: 'knowledge',
      measure: 'knowledge, refusal of what is not there',
      value: `${round(refusal * 100)} % of ${unanswerable.asked}`,
      bar: `${bars.refusal * 100} %`,
      met: refusal >= bars.refusal,
      figures: { refusal },
    },
  ];
}

async function measureSearch(
  world: World,
  labelled: readonly Labelled[],
  count: number,
  by: 'words' | 'words and vectors',
): Promise<Finding> {
  await addPassages(world, count, by !== 'words');
  const { ms: firstMs } = await find(world, { kind: '', lang: 'mn', query: 'хураамж', expects: null });
  const times: number[] = [];
  for (const question of labelled) times.push((await find(world, question)).ms);
  const [middle, worst] = [median(times), Math.max(...times)];
  return {
    group: 'knowledge',
    measure: `search over ${count.toLocaleString('en')} passages by ${by}`,
    value: `median ${round(middle)} ms, worst ${round(worst)} ms`,
    bar: `< ${bars.searchMs} ms`,
    met: middle < bars.searchMs,
    note: `the first question after a change waits ${round(firstMs, 0)} ms for the index`,
    figures: { medianMs: middle, worstMs: worst, firstMs },
  };
}

/** Articles of ten sections in each language, in the words of the own articles, and a change that announces them. */
async function addPassages(world: World, count: number, withVectors: boolean): Promise<void> {
  const [person] = world.people;
  await withDatabase(world.dataDir, async (client) => {
    await client.query(`update users set role_id = 2 where id = $1`, [person?.id]);
    const { rows } = await client.query<{ content: string; content_en: string }>(
      'select content, content_en from knowledge_articles order by slug',
    );
    const speak = (texts: readonly string[]) => {
      const words = texts.flatMap((text) =>
        cutPassages(text).flatMap((section) => section.text.split(/\s+/)),
      );
      let at = 0;
      const next = (): string => {
        at = (at * 48_271 + 11) % 2_147_483_647;
        // A large base has far more words than our own articles, and the index of words grows with them.
        return at % 4 === 0 ? makeUpWord(at) : (words[at % words.length] ?? '');
      };
      return (length: number) => Array.from({ length }, next).join(' ');
    };
    const [mn, en] = [speak(rows.map((row) => row.content)), speak(rows.map((row) => row.content_en))];
    const text = (say: (length: number) => string) =>
      Array.from({ length: 10 }, () => `## ${say(4)}\n\n${say(60)}`).join('\n\n');
    const articles = Array.from({ length: Math.ceil(count / 20) }, (_, at) => ({
      id: randomUUID(),
      slug: `bench-${at}`,
      title: mn(5),
      title_en: en(5),
      content: text(mn),
      content_en: text(en),
    }));
    const column = (name: keyof (typeof articles)[number]) => articles.map((article) => article[name]);
    await client.query(
      `insert into knowledge_articles (id, slug, title, title_en, content, content_en, tags, state, source, version,
         created_at, updated_at)
       select *, '{}', 'published', 'import', 1, now(), now()
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
      [
        column('id'),
        column('slug'),
        column('title'),
        column('title_en'),
        column('content'),
        column('content_en'),
      ],
    );
    if (withVectors)
      for (const { hash } of passagesOf(
        articles.map((each) => ({ ...each, tags: [] })) as unknown as Article[],
        [],
        [],
      ))
        await client.query(
          'insert into knowledge_vectors (hash, model, vector, created_at) values ($1, $2, $3, now()) on conflict do nothing',
          [hash, model, Buffer.from(new Float32Array(vectorOf(hash)).buffer)],
        );
  });
  const answer = await fetch(`http://127.0.0.1:${world.port}/api/v1/admin/ai/knowledge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person?.token}` },
    body: JSON.stringify({
      slug: 'announce',
      title: 'x',
      title_en: '',
      content: '',
      content_en: '',
      tags: [],
    }),
  });
  if (!answer.ok) throw new Error(`the change was not announced: ${await answer.text()}`);
}

const syllables = 'bai dor gal huu jar lon mur nom sar tog zun eri oto ulm ari'.split(' ');

const makeUpWord = (seed: number): string =>
  [seed >> 4, seed >> 9, seed >> 14].map((part) => syllables[part % syllables.length]).join('');

/** The same for the same text, of length one. */
function vectorOf(text: string): number[] {
  let state = 1;
  for (const letter of text) state = (state * 31 + letter.charCodeAt(0)) % 2_147_483_647;
  const vector = Array.from({ length: dimensions }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** An embedding server that answers at once. */
async function openVectors(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      const { input } = JSON.parse(body) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
