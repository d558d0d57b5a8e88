import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { findFreePorts } from '../scripts/free-ports.ts';
import { median } from './load.ts';
import { type Child, makeFolder, readCpuSeconds, startChild } from './processes.ts';
import { type Finding, round } from './report.ts';
import { openWorld, type Person, type World, withDatabase } from './world.ts';

const bars = { up: 0.25, sealedUp: 0.12, down: 0.4, sealedDown: 0.25, listMs: 300 };
const fileBytes = 10_000_000;
const listed = 10_000;

/** Files through the API against the same bytes through a bare server on the same disk, in alternating rounds. */
export async function measureFiles(rounds: number): Promise<Finding[]> {
  const bare = await openBare();
  try {
    return [
      ...(await inWorld('false', (world) => measureTransfers(world, bare, rounds, 'unsealed'))),
      ...(await inWorld('true', async (world) => [
        ...(await measureTransfers(world, bare, rounds, 'sealed')),
        await measureList(world, rounds),
      ])),
    ];
  } finally {
    await bare.stop();
  }
}

async function inWorld(sealed: 'true' | 'false', work: (world: World) => Promise<Finding[]>) {
  const world = await openWorld({ env: { FILES_SEALED: sealed } });
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}

async function openBare(): Promise<Child & { port: number }> {
  const [port = 0] = await findFreePorts(1);
  const folder = makeFolder();
  const child = await startChild({
    script: join(import.meta.dirname, 'bare-files.ts'),
    args: [String(port), folder],
    readyWhen: /^bare files ready/,
    logFile: join(folder, 'bare.log'),
  });
  return { ...child, port };
}

const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(fileBytes - 9)]);
const form = Buffer.concat([
  Buffer.from('--bench\r\ncontent-disposition: form-data; name="file"; filename="bench.pdf"\r\n\r\n'),
  file,
  Buffer.from('\r\n--bench--\r\n'),
]);

interface Transfer {
  ms: number;
  cpuMs: number;
}

/** Sends the body and reads the answer to its end. */
function transfer(
  { port, pid }: { port: number; pid: number },
  call: { method: string; path: string; token?: string; body?: Buffer; type?: string },
): Promise<Transfer> {
  const cpuBefore = readCpuSeconds(pid);
  const begunMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      method: call.method,
      path: call.path,
      headers: {
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(call.body === undefined ? {} : { 'content-length': call.body.length }),
        ...(call.type === undefined ? {} : { 'content-type': call.type }),
      },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${call.path} answered ${answer.statusCode}`));
      answer.once('end', () =>
        resolve({
          ms: performance.now() - begunMs,
          cpuMs: (readCpuSeconds(pid) - cpuBefore) * 1000,
        }),
      );
      answer.resume();
    });
    sent.end(call.body);
  });
}

async function measureTransfers(
  world: World,
  bare: { port: number; pid: number },
  rounds: number,
  how: 'sealed' | 'unsealed',
): Promise<Finding[]> {
  const api = { port: world.port, pid: world.server.pid };
  const up = { floor: [] as Transfer[], target: [] as Transfer[] };
  const down = { floor: [] as Transfer[], target: [] as Transfer[] };
  // The first round warms up.
  for (let at = 0; at <= rounds; at += 1) {
    const { token } = world.people[at % world.people.length] as Person;
    const taken = [
      await transfer(bare, { method: 'POST', path: '/', body: file }),
      await transfer(api, {
        method: 'POST',
        path: '/api/v1/gspace/upload',
        token,
        body: form,
        type: 'multipart/form-data; boundary=bench',
      }),
      await transfer(bare, { method: 'GET', path: '/' }),
      await transfer(api, { method: 'GET', path: '/api/v1/gspace/download?name=bench.pdf', token }),
    ] as const;
    if (at === 0) continue;
    up.floor.push(taken[0]);
    up.target.push(taken[1]);
    down.floor.push(taken[2]);
    down.target.push(taken[3]);
  }
  const isSealed = how === 'sealed';
  return [
    describe(`upload 10 MB, ${how}`, up, isSealed ? bars.sealedUp : bars.up),
    describe(`download 10 MB, ${how}`, down, isSealed ? bars.sealedDown : bars.down),
  ];
}

function describe(measure: string, taken: { floor: Transfer[]; target: Transfer[] }, bar: number): Finding {
  const share = median(taken.target.map(({ ms }, at) => (taken.floor[at]?.ms ?? 0) / ms));
  const cpuOf = (list: readonly Transfer[]) => list.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / list.length;
  const [floorCpu, cpu] = [cpuOf(taken.floor), cpuOf(taken.target)];
  const ms = median(taken.target.map((each) => each.ms));
  return {
    group: 'files',
    measure,
    value: `${round(fileBytes / 1000 / ms)} MB/s, ${round(ms)} ms`,
    share,
    bar: `≥ ${bar}`,
    met: share >= bar,
    figures: {
      ms,
      share,
      cpuMicros: cpu * 1000,
      floor: { ms: median(taken.floor.map((each) => each.ms)), cpuMicros: floorCpu * 1000 },
    },
  };
}

async function measureList(world: World, rounds: number): Promise<Finding> {
  const person = world.people.at(-1) as Person;
  await withDatabase(world.dataDir, (client) =>
    client.query(
      `with made as (
         insert into stored_files (id, driver, purpose, user_id, state, type, size_bytes, is_sealed, created_at)
         select gen_random_uuid(), 'local', 'space', $1, 'kept', 'application/pdf', 1000, false, now()
         from generate_series(1, $2::int) returning id)
       insert into gspace_files (user_id, name, file_id, size_bytes, mod_time)
       select $1, 'Миний бичиг баримт ' || row_number() over () || '.pdf', id, 1000, now() from made`,
      [person.id, listed],
    ),
  );
  await withDatabase(world.dataDir, (client) => client.query('analyze gspace_files, stored_files'));
  const api = { port: world.port, pid: world.server.pid };
  const taken: Transfer[] = [];
  for (let at = 0; at <= rounds; at += 1)
    taken.push(await transfer(api, { method: 'GET', path: '/api/v1/gspace/', token: person.token }));
  const ms = median(taken.slice(1).map((each) => each.ms));
  return {
    group: 'files',
    measure: 'list 10,000 files',
    value: `${round(ms)} ms`,
    bar: `≤ ${bars.listMs} ms`,
    met: ms <= bars.listMs,
    figures: { ms, cpuMicros: median(taken.slice(1).map(({ cpuMs }) => cpuMs)) * 1000 },
  };
}
