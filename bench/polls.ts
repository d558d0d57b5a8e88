import { setTimeout as wait } from 'node:timers/promises';
import { describeLatencies } from './load.ts';
import { countOpenFiles, readFileLimit, readRssMb } from './processes.ts';
import { type Finding, round } from './report.ts';
import { addressOf, openWire, writeRequest } from './wire.ts';
import { openWorld, type World } from './world.ts';

/** A server also needs file descriptors for its database, its listeners and other calls. */
const otherFiles = 200;
const approvals = 10;
const settleMs = 3000;
const stopBarMs = 2000;

interface SignIn {
  sid: string;
  address: string;
}

interface Latencies {
  health: { p50Ms: number; p99Ms: number };
  me: { p50Ms: number; p99Ms: number };
}

/** Waiting people: each holds one poll and polls again after an empty answer. */
interface Crowd {
  held(): number;
  errors: string[];
  /** The final state of each sign-in, and the time at which the browser received it. */
  ends: Promise<{ state: string; atMs: number }>[];
  letGo(): void;
}

export async function measurePolls(wanted: number): Promise<Finding[]> {
  const world = await openWorld();
  try {
    const count = Math.min(wanted, Math.floor((readFileLimit(world.server.pid) - otherFiles) / 2));
    const idle = await measureLatencies(world);
    const started = await beginSignIns(world, count);
    await wait(settleMs);
    const before = await readMemory(world);
    const openedMs = performance.now();
    const crowd = await openCrowd(world, started);
    const openSeconds = (performance.now() - openedMs) / 1000;
    await wait(settleMs);
    const during = await readMemory(world);
    const busy = await measureLatencies(world);
    const heldAtMost = crowd.held();
    const approvedMs = await approveSome(world, started, crowd);
    crowd.letGo();
    const stopMs = await world.server.stop();
    const ends = await Promise.all(crowd.ends);
    return describe({
      wanted,
      count,
      held: heldAtMost,
      openSeconds,
      idle,
      busy,
      before,
      during,
      approvedMs,
      stopMs,
      released: ends.filter((end) => end.state === 'PENDING').length,
      errors: crowd.errors,
    });
  } finally {
    await world.stop();
  }
}

async function measureLatencies(world: World): Promise<Latencies> {
  const wire = await openWire(world.port);
  const probe = async (request: string) => {
    const latencies: number[] = [];
    for (let turn = 0; turn < 1000; turn += 1) {
      const askedMs = performance.now();
      const { status, body } = await wire.ask(request);
      if (status !== 200) throw new Error(`a probe was answered ${status} ${body.slice(0, 200)}`);
      if (turn >= 500) latencies.push(performance.now() - askedMs);
    }
    return describeLatencies(latencies);
  };
  const token = world.people[0]?.token ?? '';
  const health = await probe(writeRequest({ method: 'GET', path: '/health' }));
  const me = await probe(writeRequest({ method: 'GET', path: '/api/v1/users/me', token }));
  wire.close();
  return { health, me };
}

async function beginSignIns(world: World, count: number): Promise<SignIn[]> {
  const started: SignIn[] = [];
  let next = 0;
  const work = async () => {
    const wire = await openWire(world.port);
    while (next < count) {
      const address = addressOf(next++);
      const { status, body } = await wire.ask(
        writeRequest({ method: 'POST', path: '/api/v1/auth/eid/start', address, body: {} }),
      );
      if (status !== 200) throw new Error(`a sign-in could not be started: ${status} ${body.slice(0, 200)}`);
      const { data } = JSON.parse(body) as { data: { sid: string } };
      started.push({ sid: data.sid, address });
    }
    wire.close();
  };
  await Promise.all(Array.from({ length: 32 }, work));
  return started;
}

const burst = 100;

async function openCrowd(world: World, started: readonly SignIn[]): Promise<Crowd> {
  const filesBefore = countOpenFiles(world.sandbox.pid);
  const errors: string[] = [];
  const ends: Crowd['ends'] = [];
  let held = 0;
  let released = false;
  const follow = async ({ sid, address }: SignIn): Promise<{ state: string; atMs: number }> => {
    const request = writeRequest({ method: 'POST', path: '/api/v1/auth/eid/poll', address, body: { sid } });
    let state = 'PENDING';
    try {
      const wire = await openWire(world.port);
      while (state === 'PENDING' && !released) {
        held += 1;
        const { status, body } = await wire.ask(request).finally(() => {
          held -= 1;
        });
        if (status !== 200) throw new Error(`${status} ${body.slice(0, 200)}`);
        state = (JSON.parse(body) as { data: { state: string } }).data.state;
      }
      wire.close();
    } catch (error) {
      errors.push((error as Error).message);
      state = 'failed';
    }
    return { state, atMs: performance.now() };
  };
  for (let at = 0; at < started.length; at += burst) {
    ends.push(...started.slice(at, at + burst).map(follow));
    // A crowd arrives over seconds, so each burst is held before the next starts.
    await waitUntil(() => countOpenFiles(world.sandbox.pid) - filesBefore > at - burst || errors.length > 0);
  }
  await waitUntil(
    () => countOpenFiles(world.sandbox.pid) - filesBefore >= started.length || errors.length > 0,
  );
  return {
    held: () => held,
    errors,
    ends,
    letGo: () => {
      released = true;
    },
  };
}

async function waitUntil(isSo: () => boolean, patienceMs = 20_000): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!isSo() && performance.now() < endMs) await wait(10);
}

async function readMemory(world: World): Promise<{ rssMb: number; heapMb: number }> {
  const wire = await openWire(world.port);
  const { body } = await wire.ask(writeRequest({ method: 'GET', path: '/metrics' }));
  wire.close();
  const heap = /^nodejs_heap_size_used_bytes (\S+)/m.exec(body)?.[1];
  return { rssMb: readRssMb(world.server.pid), heapMb: Number(heap ?? Number.NaN) / 2 ** 20 };
}

/** A phone approves one sign-in after the other; measures the delay until each waiting browser is notified. */
async function approveSome(world: World, started: readonly SignIn[], crowd: Crowd): Promise<number[]> {
  const phone = `http://localhost:${world.sandboxPort}/control`;
  const { items } = (await (await fetch(`${phone}/citizens`)).json()) as {
    items: { national_id: string; pin1: string; note: string }[];
  };
  const citizen = items.find(({ note }) => note.startsWith('ordinary'));
  const wire = await openWire(world.port);
  const delaysMs: number[] = [];
  for (const [at, { sid, address }] of started.slice(0, approvals).entries()) {
    const { body } = await wire.ask(
      writeRequest({ method: 'GET', path: `/api/v1/auth/eid/qr/${sid}`, address }),
    );
    const { data } = JSON.parse(body) as { data: { qr: string } };
    const scanned = await post(`${phone}/scan`, { qr: data.qr, national_id: citizen?.national_id });
    await post(`${phone}/sessions/${scanned.id}/approve`, { pin: citizen?.pin1 });
    const approvedMs = performance.now();
    const end = await crowd.ends[at];
    if (end?.state !== 'COMPLETE') throw new Error(`an approved sign-in ended with ${end?.state}`);
    delaysMs.push(end.atMs - approvedMs);
  }
  wire.close();
  return delaysMs;
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`the phone was answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

interface Held {
  wanted: number;
  count: number;
  held: number;
  openSeconds: number;
  idle: Latencies;
  busy: Latencies;
  before: { rssMb: number; heapMb: number };
  during: { rssMb: number; heapMb: number };
  approvedMs: number[];
  stopMs: number;
  released: number;
  errors: string[];
}

function describe(held: Held): Finding[] {
  const { wanted, count, before, during, idle, busy, errors } = held;
  const kbEach = (name: 'rssMb' | 'heapMb') => ((during[name] - before[name]) * 1024) / count;
  const slower = (name: keyof Latencies) =>
    `${round(busy[name].p50Ms, 2)} ms (idle ${round(idle[name].p50Ms, 2)})`;
  const approval = describeLatencies(held.approvedMs);
  const met = held.held === count && errors.length === 0;
  const notes = [
    ...(count < wanted
      ? [`held ${count}: each takes two files of the server, whose limit is ${count * 2 + otherFiles}`]
      : []),
    ...(errors.length > 0 ? [`${errors.length} failed, the first with: ${errors[0]}`] : []),
  ];
  const figures = { ...held, errors: errors.length, firstError: errors[0] };
  return [
    {
      group: 'polls',
      measure: `${count.toLocaleString('en')} held polls`,
      value: `${held.held} held, ${errors.length} failed; opened in ${round(held.openSeconds)} s`,
      bar: 'all answered',
      met,
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
      figures,
    },
    {
      group: 'polls',
      measure: 'held polls, memory',
      value: `${round(kbEach('rssMb'))} KB each (heap ${round(kbEach('heapMb'))} KB); server ${round(before.rssMb, 0)} → ${round(during.rssMb, 0)} MB`,
      figures: { before, during },
    },
    {
      group: 'polls',
      measure: 'others meanwhile, p50',
      value: `/health ${slower('health')}, /users/me ${slower('me')}`,
      figures: { idle, busy },
    },
    {
      group: 'polls',
      measure: 'approval to answer',
      value: `p50 ${round(approval.p50Ms)} ms, slowest ${round(Math.max(...held.approvedMs))} ms`,
      figures: { approvedMs: held.approvedMs },
    },
    {
      group: 'polls',
      measure: 'stop with polls held',
      value: `${round(held.stopMs / 1000)} s, ${held.released} answered`,
      bar: `< ${stopBarMs / 1000} s`,
      met: held.stopMs < stopBarMs,
      figures: { stopMs: held.stopMs, released: held.released },
    },
  ];
}
