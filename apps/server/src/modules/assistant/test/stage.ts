import { type Answer, createCaller } from '../../../../test/caller.ts';
import { createPhone, letIn, type SignedIn } from '../../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../../test/server.ts';
import type { Env } from '../../../config.ts';

/** A server with the demonstration catalogue and the model of the sandbox, a citizen and an administrator. */
export interface AssistantStage {
  world: TestWorld;
  server: TestServer;
  citizen: SignedIn;
  admin: SignedIn;
  start(env?: Env): Promise<TestServer>;
  model: ModelControl;
  /** Asks without sign-in, from an address of its own. */
  ask(body: object, at?: TestServer): Promise<Answer>;
  askAs(who: SignedIn, body: object, at?: TestServer): Promise<Answer>;
}

export interface ModelControl {
  fault(kind: string, count?: number, more?: object): Promise<void>;
  script(...replies: object[]): Promise<void>;
  mode(mode: 'ordinary' | 'obeying'): Promise<void>;
  release(): Promise<void>;
  reset(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  calls(part?: string): Promise<any[]>;
}

export const modelEnv = (world: TestWorld): Env => ({
  AI_API_BASE: `${world.sandbox.url}/model/v1`,
  AI_API_KEY: 'sandbox',
  AI_MODEL: 'chat-model',
  AI_STT_MODEL: 'hearing-model',
  AI_TTS_MODEL: 'speech-model',
});

export async function openAssistant(env: Env = {}): Promise<AssistantStage> {
  const world = await openWorld();
  const start = (more: Env = {}) =>
    world.startServer({
      env: { GOV_DEMO_SEED: 'true', ACCESS_TOKEN_MINUTES: '1440', ...modelEnv(world), ...env, ...more },
    });
  const server = await start();
  const phone = createPhone(world.sandbox);
  const citizen = await letIn(world, server, await phone.citizen());
  const second = await phone.citizen(/^ordinary/, 1);
  await letIn(world, server, second);
  await world.database.query(`update users set role_id = 2 where id <> $1 and role_id = 4`, [citizen.userId]);
  const admin = await letIn(world, server, second);
  return {
    world,
    server,
    citizen,
    admin,
    start,
    model: controlOf(world),
    ask: (body, at = server) => createCaller(at.url).post('/api/v1/public/ai/chat', body),
    askAs: (who, body, at = server) =>
      createCaller(at.url).post('/api/v1/ai/chat', body, { token: who.token }),
  };
}

function controlOf({ sandbox }: TestWorld): ModelControl {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/control/model${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`);
  };
  return {
    fault: (kind, count = 1, more = {}) => send('POST', '/faults', { kind, count, ...more }),
    script: (...replies) => send('POST', '/script', { replies }),
    mode: (mode) => send('PUT', '/mode', { mode }),
    release: () => send('POST', '/release'),
    reset: () => send('DELETE', ''),
    calls: async (part) => {
      const answer = await fetch(`${sandbox.url}/control/model/calls`);
      const { items } = (await answer.json()) as { items: { part: string }[] };
      return part === undefined ? items : items.filter((call) => call.part === part);
    },
  };
}

export interface Frame {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  data: any;
}

/** The frames of a stream, as they arrive. */
export async function* readFrames(response: Response): AsyncGenerator<Frame> {
  let held = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    held += decoder.decode(chunk, { stream: true });
    for (let at = held.indexOf('\n\n'); at >= 0; at = held.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(held.slice(0, at)) ?? [];
      held = held.slice(at + 2);
      if (event !== undefined) yield { event, data: JSON.parse(data ?? 'null') };
    }
  }
}

export async function openStream(
  server: TestServer,
  body: object,
  given: { token?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const { ip } = createCaller(server.url);
  const path = given.token === undefined ? '/api/v1/public/ai/chat/stream' : '/api/v1/ai/chat/stream';
  return fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      ...(given.token === undefined ? {} : { authorization: `Bearer ${given.token}` }),
    },
    body: JSON.stringify(body),
    ...(given.signal === undefined ? {} : { signal: given.signal }),
  });
}

export async function allFrames(response: Response): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(response)) frames.push(frame);
  return frames;
}

/** What a page shows after these frames. */
export function shownBy(frames: readonly Frame[]): string {
  return frames.reduce(
    (text, { event, data }) => (event === 'reset' ? '' : event === 'delta' ? text + data.text : text),
    '',
  );
}

/** A recording of a few bytes; the model of the sandbox hears what follows `SAY:`. */
export const recording = (words: string, mime = 'audio/wav') => ({
  mime,
  data: Buffer.from(`RIFF____WAVEfmt ${words === '' ? '' : `SAY:${words}`}`).toString('base64'),
});
