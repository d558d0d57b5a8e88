import { openFloor, compareWithFloor } from '../compare.ts';
import { startChild, findFreePorts, makeFolder, cleanUp } from '../processes.ts';
import { writeRequest } from '../wire.ts';
import { join } from 'node:path';
try {
  const floor = await openFloor();
  for (const spec of process.argv.slice(2)) {
    const [script, mode = ''] = spec.split(':');
    const [port = 0] = await findFreePorts(1);
    const c = await startChild({ script: join(import.meta.dirname, script + '.ts'), args: [String(port), mode], readyWhen: /^floor ready/, logFile: join(makeFolder(), 'x.log') });
    const request = writeRequest({ method: 'GET', path: '/health' });
    const r = await compareWithFloor(floor, { port, pid: c.pid, next: () => request }, { connections: 32, warmUpSeconds: 1.5, floorSeconds: 0.7, targetSeconds: 0.7, rounds: 5 });
    console.log(spec.padEnd(16), r.share.toFixed(3), 'rps', r.target.perSecond.toFixed(0), r.floor.perSecond.toFixed(0), 'cpu', r.target.cpuMicros.toFixed(1), r.floor.cpuMicros.toFixed(1), r.target.firstError ?? '');
    await c.stop();
  }
  await floor.stop();
} finally { await cleanUp(); }
