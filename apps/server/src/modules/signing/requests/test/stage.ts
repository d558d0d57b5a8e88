import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { runTool } from '../../../../../../../scripts/debian-tools.mjs';
import { type Citizen, createPhone, letIn, type Phone, type SignedIn } from '../../../../../test/citizens.ts';
import {
  createClock,
  openWorld,
  type ServerOptions,
  type TestServer,
  type TestWorld,
} from '../../../../../test/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
type Data = any;
export interface Reply {
  status: number;
  error: string | undefined;
  data: Data;
  retryAfter: string | null;
}

/** The director of the company with this number in the sandbox's registry is `director`. */
export const company = { regNo: '6000053', director: 4 };

/** People who sign together, by their place among the ordinary citizens of the sandbox. */
export interface Stage {
  world: TestWorld;
  server: TestServer;
  phone: Phone;
  pdf: Buffer;
  citizen(who: number): Citizen;
  person(who: number): SignedIn;
  /** Also after the clock moved further than a token lives. */
  enter(...who: number[]): Promise<void>;
  party(who: number): { kind: 'person'; register: string; name: string };
  call(
    method: string,
    path: string,
    who: number,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** Brings the company to the platform with the signing app; its director has linked it. */
  addCompany(): Promise<void>;
  send(who: number, body: object, file?: Buffer): Promise<Reply>;
  /** Sends to people in this order; answers with the id. */
  ask(who: number, parties: readonly number[], more?: object): Promise<string>;
  view(id: string, who: number): Promise<Data>;
  read(id: string, who: number): Promise<Response>;
  begin(id: string, who: number, body?: object): Promise<Reply>;
  approve(who: number): Promise<unknown>;
  session(id: string, who: number): Promise<Data>;
  /** Reads the document, begins, enters PIN2 and polls. */
  sign(id: string, who: number, body?: object): Promise<Data>;
  /** Of the person's notifications. */
  titles(who: number, language?: 'mn' | 'en'): Promise<string[]>;
  verify(file: Buffer): Promise<Data>;
  runJob(name: string): Promise<void>;
  storedFiles(): number;
}

export async function openStage(options: ServerOptions = {}): Promise<Stage> {
  // With its own keys: shared certificates name the status addresses of another sandbox.
  const world = await openWorld({ clock: createClock() });
  const server = await world.startServer(options);
  const phone = createPhone(world.sandbox);
  const citizens = (await phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
  const people = new Map<number, SignedIn>();
  const made = PDF.create();
  made.addPage({ size: 'a4' });
  const pdf = Buffer.from(await made.save());

  const citizen = (who: number) => citizens[who] as Citizen;
  const person = (who: number) => people.get(who) as SignedIn;
  const reply = async (answer: Response): Promise<Reply> => {
    const json = (await answer.json()) as Data;
    return {
      status: answer.status,
      error: json.error,
      data: json.data,
      retryAfter: answer.headers.get('retry-after'),
    };
  };
  const bearer = (who: number) => ({ authorization: `Bearer ${person(who).token}` });
  const call: Stage['call'] = async (method, path, who, body, headers = {}) =>
    reply(
      await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: {
          ...headers,
          ...bearer(who),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const send: Stage['send'] = async (who, body, file = pdf) => {
    const form = new FormData();
    form.set('request', JSON.stringify(body));
    form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'Гэрээ.pdf');
    return reply(
      await fetch(`${server.url}/api/v1/sign/requests`, { method: 'POST', headers: bearer(who), body: form }),
    );
  };
  const party: Stage['party'] = (who) => ({
    kind: 'person',
    register: citizen(who).national_id,
    name: `Тал ${who}`,
  });
  const read: Stage['read'] = (id, who) =>
    fetch(`${server.url}/api/v1/sign/requests/${id}/document`, { headers: bearer(who) });
  const begin: Stage['begin'] = (id, who, body = {}) => call('POST', `/sign/requests/${id}/sign`, who, body);
  const approve: Stage['approve'] = (who) => phone.approve(citizen(who), citizen(who).pin2);
  const session: Stage['session'] = async (id, who) => (await call('GET', `/sign/${id}`, who)).data;
  return {
    world,
    server,
    phone,
    pdf,
    citizen,
    person,
    enter: async (...who) => {
      for (const each of who) people.set(each, await letIn(world, server, citizen(each)));
    },
    party,
    call,
    send,
    ask: async (who, parties, more = {}) => {
      const answer = await send(who, {
        title: 'Түрээсийн гэрээ',
        order: 'sequence',
        deadline: new Date(world.clock.now().getTime() + 7 * 86_400_000).toISOString(),
        parties: parties.map(party),
        ...more,
      });
      if (answer.status !== 201) throw new Error(`not sent: ${JSON.stringify(answer)}`);
      return answer.data.id;
    },
    addCompany: async () => {
      const { director, regNo } = company;
      const { id } = (await call('POST', '/org', director, { reg_no: regNo, name: 'Компани' })).data;
      const installed = await call('POST', '/store/apps/signing/install', director, undefined, {
        'x-org-id': id,
      });
      if (installed.status >= 300) throw new Error(`the app was not installed: ${installed.error}`);
    },
    view: async (id, who) => (await call('GET', `/sign/requests/${id}`, who)).data,
    read,
    begin,
    approve,
    session,
    sign: async (id, who, body = {}) => {
      const document = await read(id, who);
      await document.arrayBuffer();
      const begun = await begin(id, who, body);
      if (begun.status !== 200) throw new Error(`not begun: ${JSON.stringify(begun)}`);
      await approve(who);
      return session(begun.data.session_id, who);
    },
    titles: async (who, language = 'mn') => {
      const answer = await fetch(`${server.url}/api/v1/gov/notifications`, {
        headers: { ...bearer(who), 'accept-language': language },
      });
      return (await reply(answer)).data.items.map(({ title }: { title: string }) => title);
    },
    verify: async (file) => {
      const answer = await fetch(`${server.url}/api/v1/sign/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/pdf' },
        body: new Uint8Array(file),
      });
      return ((await answer.json()) as Data).data;
    },
    runJob: async (name) => {
      const job = server.app.declaredJobs.find((each) => each.name === name);
      await job?.run({}, { now: world.clock.now(), log: server.app.http.log as never });
    },
    storedFiles: () =>
      readdirSync(join(world.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && /^[0-9a-f-]{36}$/.test(entry.name),
      ).length,
  };
}

/** What Debian's pdfsig says of a document. */
export async function pdfsig(bytes: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tamga-signed-'));
  try {
    const file = join(folder, 'signed.pdf');
    writeFileSync(file, bytes);
    return (await runTool('pdfsig', ['-nocert', file])).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
