import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '../scripts/free-ports.ts';
import {
  type Child,
  listChildren,
  makeFolder,
  readPssMb,
  readRssMb,
  serverMain,
  serverNodeArgs,
  startChild,
} from './processes.ts';
import { type Finding, round } from './report.ts';

const idleMs = 5000;
/** Time of the second start until every part answers. */
const barMs = 2000;

/** Runs `npm start` on an empty directory and again on the same: time until ready and memory when idle. */
export async function measureStart(): Promise<Finding[]> {
  const dataDir = makeFolder();
  const start = async (name: string): Promise<Child> => {
    const [api = 0, portal = 0, sandbox = 0, mail = 0] = await findFreePorts(4);
    return startChild({
      script: serverMain,
      args: ['start'],
      nodeArgs: serverNodeArgs,
      env: {
        DATA_DIR: dataDir,
        PORT: String(api),
        PORTAL_PORT: String(portal),
        SANDBOX_PORT: String(sandbox),
        SANDBOX_SMTP_PORT: String(mail),
      },
      readyWhen: /Tamga is ready/,
      logFile: join(dataDir, `${name}.log`),
    });
  };
  const first = await start('first');
  await first.stop();
  const later = await start('later');
  await wait(idleMs);
  const processes = listChildren(later.pid);
  const rssMb = readRssMb(later.pid);
  const postgresMb = processes.reduce((sum, pid) => sum + readPssMb(pid), 0);
  const stopMs = await later.stop();
  const seconds = (ms: number) => `${round(ms / 1000)} s`;
  return [
    {
      group: 'start',
      measure: 'start, everything, first',
      value: seconds(first.readyMs),
      figures: { readyMs: first.readyMs },
    },
    {
      group: 'start',
      measure: 'start, everything, later',
      value: `${seconds(later.readyMs)}, stops in ${seconds(stopMs)}`,
      bar: `< ${barMs / 1000} s`,
      met: later.readyMs < barMs,
      figures: { readyMs: later.readyMs, stopMs },
    },
    {
      group: 'start',
      measure: 'idle memory, everything',
      value: `${round(rssMb, 0)} MB server, ${round(postgresMb, 0)} MB PostgreSQL`,
      figures: { rssMb, postgresMb, postgresProcesses: processes.length },
    },
  ];
}
