import { type LoadName, loadMeasures } from './compare.ts';
import { runLoad } from './load.ts';
import { readRssMb } from './processes.ts';
import { type Finding, round } from './report.ts';
import { openWorld } from './world.ts';

/** The requests of a normal day, without refreshes, because a session may refresh only ten times a minute. */
const mixed: readonly LoadName[] = ['me', 'catalogue', 'health', 'write'];
const connections = 32;
const barMb = 450;
/** Allowed growth between the middle and the end of the soak; garbage collection explains less than this. */
const levelShare = 1.1;

/** Measures the server's resident memory after every step of mixed requests, and whether it stays level. */
export async function measureMemory(requests: number): Promise<Finding[]> {
  const steps = 10;
  const world = await openWorld();
  const rssMb: number[] = [];
  let errors = 0;
  try {
    const targets = mixed.map((name) => loadMeasures[name].target(world));
    for (let step = 1; step <= steps; step += 1) {
      for (let made = 0; made < requests / steps; )
        for (const target of targets) {
          const load = await runLoad(target, { connections, seconds: 0.5 });
          made += load.requests;
          errors += load.errors;
        }
      rssMb.push(readRssMb(world.server.pid));
      console.error(`  ${(step * requests) / steps} requests: ${round(rssMb.at(-1) ?? 0, 0)} MB`);
    }
  } finally {
    await world.stop();
  }
  const [middle = 0, last = 0] = [rssMb[steps / 2 - 1], rssMb[steps - 1]];
  const met = errors === 0 && last < barMb && last <= middle * levelShare;
  return [
    {
      group: 'memory',
      measure: `memory after ${requests.toLocaleString('en')} mixed requests`,
      value: `${round(last, 0)} MB, ${round(middle, 0)} MB at half`,
      bar: `< ${barMb} MB and level`,
      met,
      ...(met
        ? {}
        : { note: `${errors} failed; MB by step: ${rssMb.map((each) => round(each, 0)).join(', ')}` }),
      figures: { rssMb, errors },
    },
  ];
}
