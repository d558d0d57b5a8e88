import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, pdfsig, type Stage } from '../src/modules/signing/requests/test/stage.ts';
import { until } from './until.ts';

let stage: Stage;
let child: ChildProcess | undefined;
beforeAll(async () => {
  stage = await openStage();
  await stage.enter(0, 1);
});
afterAll(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await stage.world.close();
});

/** The same platform in a process that can be killed. */
async function startChild(): Promise<string> {
  const { url, trustRootsPath } = stage.world.sandbox;
  child = spawn(process.execPath, [join(import.meta.dirname, 'child-server.ts')], {
    env: {
      ...process.env,
      CHILD_DATABASE_URL: stage.world.database.appUrl,
      CHILD_DATA_DIR: stage.world.dataDir,
      CHILD_OUTSIDE: 'open',
      CHILD_SETTINGS: JSON.stringify({
        EID_BASE_URL: `${url}/v3`,
        EID_TRUST_ROOTS: trustRootsPath,
        SIGN_TSA_URL: `${url}/tsa`,
      }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('ready ')) return line.slice(6);
  throw new Error('the server ended before it was ready');
}

it('finishes a signature of a request once, after a kill between PIN2 and the document', async () => {
  const url = await startChild();
  const id = await stage.ask(0, [1]);
  await (await stage.read(id, 1)).arrayBuffer();
  const { session_id } = (await stage.begin(id, 1)).data;
  await stage.approve(1);
  // The signature is kept, and its document waits for the timestamp.
  await stage.phone.fault('tsa_late', 1, { ms: 60_000 });
  const poll = fetch(`${url}/api/v1/sign/${session_id}`, {
    headers: { authorization: `Bearer ${stage.person(1).token}` },
  }).catch(() => undefined);
  const signature = 'select from sign_sessions where id = $1 and signature is not null';
  await until(async () => (await stage.world.database.query(signature, [session_id])).length === 1);
  child?.kill('SIGKILL');
  if (child !== undefined) await once(child, 'exit');
  await poll;
  expect(await stage.view(id, 0)).toMatchObject({ state: 'open', signed: 0, is_busy: true });

  const states = await Promise.all([1, 2, 3].map(() => stage.session(session_id, 1)));
  expect(states).toContainEqual(expect.objectContaining({ state: 'completed' }));
  expect(await stage.view(id, 0)).toMatchObject({ state: 'completed', signed: 1 });
  const signed = Buffer.from(await (await stage.read(id, 0)).arrayBuffer());
  expect((await pdfsig(signed)).match(/Signature is Valid/g)).toHaveLength(1);
  const finished = "select from audit_log where target = $1 and action = 'sign.request.sign'";
  expect(await stage.world.database.query(finished, [id])).toHaveLength(1);
});
