import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manageFiles } from '../src/commands/files.ts';
import { type GovStage, openGov } from './gov.ts';
import { until } from './until.ts';

let stage: GovStage;
let child: ChildProcess | undefined;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await stage.world.close();
});

/** The same platform in a process that can be killed. */
async function startChild(): Promise<string> {
  child = spawn(process.execPath, [join(import.meta.dirname, 'child-server.ts')], {
    env: {
      ...process.env,
      CHILD_DATABASE_URL: stage.world.database.appUrl,
      CHILD_DATA_DIR: stage.world.dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('ready ')) return line.slice(6);
  throw new Error('the server ended before it was ready');
}

const stored = () =>
  readdirSync(join(stage.world.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));

it('leaves no row without its object and no object for ever when it is killed during uploads', async () => {
  const url = await startChild();
  const id = await stage.place('bold', 'registered');
  const path = `${url}/api/v1/gov/applications/${id}/files?name=a.pdf`;
  const headers = { authorization: `Bearer ${stage.people.bold.token}` };
  const begin = () => {
    const sent = request(path, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]));
    return sent;
  };
  const finished = (sent: ReturnType<typeof begin>) =>
    new Promise<number>((resolve) => {
      sent.on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on('error', () => resolve(0));
      sent.end();
    });
  expect(await Promise.all([1, 2, 3].map(() => finished(begin())))).toEqual([201, 201, 201]);

  const halves = Array.from({ length: 4 }, begin);
  const parts = () => stored().filter((name) => name.endsWith('.part') && statSync(name).size > 100_000);
  await until(() => parts().length === halves.length);
  const racing = Array.from({ length: 4 }, () => finished(begin()));
  child?.kill('SIGKILL');
  if (child !== undefined) await once(child, 'exit');
  const acknowledged = 3 + (await Promise.all(racing)).filter((status) => status === 201).length;
  for (const half of halves) half.destroy();

  const said: string[] = [];
  const check = () => manageFiles(stage.server.config, ['check'], (line) => said.push(line));
  expect([await check(), said.join('\n')]).toEqual([0, expect.stringMatching(/0 missing, 0 damaged/)]);
  expect(parts()).toHaveLength(4);

  stage.world.clock.advance(8 * 3_600_000);
  await stage.runJob('files.sweep');
  const rows = await stage.world.database.query<{ id: string; state: string }>(
    'select id, state from stored_files order by id',
  );
  expect(rows.every(({ state }) => state === 'kept')).toBe(true);
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
  expect(
    stored()
      .map((name) => name.slice(-36))
      .sort(),
  ).toEqual(rows.map((row) => row.id));
});
