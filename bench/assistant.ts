import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describeLatencies } from './load.ts';
import { countOpenFiles, readRssMb } from './processes.ts';
import { type Finding, round } from './report.ts';
import { addressOf } from './wire.ts';
import { openWorld, type World } from './world.ts';

const question = { message: 'хаягийн лавлагаа яаж авах вэ', lang: 'mn' };
const burst = 50;
const patienceMs = 30_000;
const settleMs = 3000;
/** Connections to the model that were open before and are used again. */
const reused = 10;

/** The assistant over the sandbox's model, against that model asked directly; then many answers held open. */
export async function measureAssistant(rounds: number, streams: number): Promise<Finding[]> {
  const world = await openWorld({
    env: ({ sandboxPort }) => ({
      GOV_DEMO_SEED: 'true',
      AI_API_BASE: `http://127.0.0.1:${sandboxPort}/model/v1`,
      AI_API_KEY: 'sandbox',
      AI_MODEL: 'sandbox',
      AI_TIMEOUT_SECONDS: '45',
      AI_TOKENS_PER_PERSON: '1000000000',
      AI_TOKENS_PER_DAY: '1000000000000',
    }),
  });
  try {
    return [await measureFirstPiece(world, rounds), ...(await measureHeld(world, streams))];
  } finally {
    await world.stop();
  }
}

const control = (world: World, path: string) => `http://localhost:${world.sandboxPort}/control/model${path}`;

async function measureFirstPiece(world: World, rounds: number): Promise<Finding> {
  const ours = (turn: number) => ({
    url: `http://127.0.0.1:${world.port}/api/v1/ai/chat/stream`,
    token: world.people[turn % world.people.length]?.token ?? '',
    address: addressOf(turn),
    body: question,
    piece: 'event: delta',
  });
  // The first answer loads the client library, and shows what the model is asked.
  await timeToPiece(ours(0));
  const { items } = (await (await fetch(control(world, '/calls'))).json()) as { items: { body: object }[] };
  const direct = {
    url: `http://127.0.0.1:${world.sandboxPort}/model/v1/chat/completions`,
    token: 'sandbox',
    address: addressOf(0),
    body: items.at(-1)?.body ?? {},
    piece: /"content":"[^"]/,
  };
  const modelMs: number[] = [];
  const wholeMs: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    modelMs.push(await timeToPiece(direct));
    wholeMs.push(await timeToPiece(ours(turn)));
  }
  const model = describeLatencies(modelMs);
  const whole = describeLatencies(wholeMs);
  return {
    group: 'assistant',
    measure: 'assistant, first piece beyond the model',
    value: `${round(whole.p50Ms - model.p50Ms)} ms, p99 ${round(whole.p99Ms - model.p99Ms)} ms`,
    note: `a piece is a whole checked sentence; the model alone ${round(model.p50Ms)} ms, through the assistant ${round(whole.p50Ms)} ms`,
    figures: { model, whole, rounds },
  };
}

interface Asked {
  url: string;
  token: string;
  address: string;
  body: object;
  piece: string | RegExp;
}

/** Reads the whole answer and returns the time until the first piece. */
async function timeToPiece({ url, token, address, body, piece }: Asked): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`);
  const decoder = new TextDecoder();
  let text = '';
  let firstMs: number | undefined;
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (firstMs === undefined && text.search(piece) >= 0) firstMs = performance.now() - startedMs;
  }
  if (firstMs === undefined) throw new Error(`no piece in: ${text.slice(0, 500)}`);
  return firstMs;
}

/** The model pauses in the middle of every answer; each holds a connection of the caller and one to the model. */
async function measureHeld(world: World, streams: number): Promise<Finding[]> {
  await fetch(control(world, '/faults'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'late', count: streams }),
  });
  await wait(settleMs);
  const files = () => countOpenFiles(world.sandbox.pid);
  const [rssBefore, filesBefore] = [readRssMb(world.server.pid), files()];
  const crowd: ClientRequest[] = [];
  const ends: string[] = [];
  let begun = 0;
  const atModel = () => files() - filesBefore;
  const startedMs = performance.now();
  while (crowd.length < streams) {
    for (let at = 0; at < burst && crowd.length < streams; at += 1)
      crowd.push(
        holdStream(world, crowd.length, {
          begin: () => {
            begun += 1;
          },
          end: (why) => ends.push(why),
        }),
      );
    await waitUntil(() => atModel() >= crowd.length - reused || ends.length > 0);
  }
  const openSeconds = (performance.now() - startedMs) / 1000;
  await wait(settleMs);
  const [rssDuring, connections] = [readRssMb(world.server.pid), atModel()];
  const failed = ends.length;
  const held = begun - failed;
  for (const each of crowd) each.destroy();
  const kbEach = ((rssDuring - rssBefore) * 1024) / streams;
  return [
    {
      group: 'assistant',
      measure: `${streams.toLocaleString('en')} streams held on one process`,
      value: `${held} held, ${failed} failed; opened in ${round(openSeconds)} s`,
      bar: 'all held',
      met: held === streams && connections >= streams - reused,
      ...(failed === 0 ? {} : { note: `the first failed with: ${ends[0]}` }),
      figures: { streams, held, failed, connections, openSeconds },
    },
    {
      group: 'assistant',
      measure: 'held streams, memory',
      value: `${round(kbEach)} KB each; server ${round(rssBefore, 0)} → ${round(rssDuring, 0)} MB`,
      figures: { rssBefore, rssDuring, kbEach },
    },
  ];
}

interface StreamEvents {
  begin(): void;
  end(why: string): void;
}

function holdStream(world: World, at: number, events: StreamEvents): ClientRequest {
  const body = JSON.stringify(question);
  const asked = request(
    {
      host: '127.0.0.1',
      port: world.port,
      method: 'POST',
      path: '/api/v1/ai/chat/stream',
      agent: false,
      headers: {
        authorization: `Bearer ${world.people[at % world.people.length]?.token ?? ''}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': addressOf(at),
      },
    },
    (answer) => {
      events.begin();
      answer.resume();
      answer.once('end', () => events.end(`status ${answer.statusCode}`));
      answer.on('error', () => undefined);
    },
  );
  asked.on('error', (error) => {
    if (!asked.destroyed) events.end(error.message);
  });
  asked.end(body);
  return asked;
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!isSo() && performance.now() < endMs) await wait(20);
}
