import {
  type Comparison,
  compareWithFloor,
  type Effort,
  floorTarget,
  type LoadName,
  loadMeasures,
  openFloor,
} from './compare.ts';
import { runLoad } from './load.ts';
import { makeFolder } from './processes.ts';
import { formatProfile, profileClock, readProfile } from './profile.ts';
import { type Finding, round } from './report.ts';
import { openWorld, type World } from './world.ts';

export async function measureRequests(names: readonly LoadName[], effort: Effort): Promise<Finding[]> {
  const floor = await openFloor();
  const world = await openWorld();
  const findings: Finding[] = [];
  try {
    for (const name of names) findings.push(...(await measureOne(name, floor, world, effort)));
  } finally {
    await world.stop();
    await floor.stop();
  }
  for (const finding of effort.profiled ? findings : [])
    if (finding.met === false && finding.figures.errors === 0)
      finding.note = `${finding.note}. Where its time goes:\n${await profile(finding.group as LoadName, effort)}`;
  return findings;
}

type Floor = Awaited<ReturnType<typeof openFloor>>;

async function measureOne(name: LoadName, floor: Floor, world: World, effort: Effort): Promise<Finding[]> {
  const { target, answerBytes } = loadMeasures[name];
  if (answerBytes === undefined) {
    const comparison = await compareWithFloor(floor, target(world), effort);
    return [describeFloor(comparison), describe(name, comparison)];
  }
  const large = await openFloor(await answerBytes(world));
  try {
    const limit = await compareWithFloor(floor, floorTarget(large), effort);
    const comparison = await compareWithFloor(large, target(world), effort);
    return [
      { ...describeFloor(comparison), measure: 'node:http, as many bytes (floor)', share: limit.share },
      describe(name, comparison),
    ];
  } finally {
    await large.stop();
  }
}

function describeFloor({ floor }: Comparison): Finding {
  return {
    group: 'floor',
    measure: 'node:http (floor)',
    value: describeLoad(floor),
    figures: { ...floor },
  };
}

function describe(name: LoadName, { floor, target, share, shares }: Comparison): Finding {
  const { title, bar } = loadMeasures[name];
  const met = target.errors === 0 && share >= bar;
  const problem =
    target.errors > 0
      ? `${target.errors} of ${target.requests} failed, the first with: ${target.firstError}`
      : `missed by ${round(((bar - share) / bar) * 100, 0)} %`;
  return {
    group: name,
    measure: title,
    value: describeLoad(target),
    share,
    bar: `≥ ${bar}`,
    met,
    ...(met ? {} : { note: problem }),
    figures: { ...target, share, shares, floor: { ...floor } },
  };
}

export function describeLoad(load: Comparison['target']): string {
  return `${round(load.perSecond, 0)}/s, p50 ${round(load.p50Ms)} ms, p99 ${round(load.p99Ms)} ms`;
}

/** Repeats the requests on a server with the CPU profiler. */
async function profile(name: LoadName, effort: Effort): Promise<string> {
  const folder = makeFolder();
  const world = await openWorld({ nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${folder}`] });
  let warmAt = 0;
  try {
    const target = loadMeasures[name].target(world);
    const { connections, warmUpSeconds, targetSeconds } = effort;
    await runLoad(target, { connections, seconds: warmUpSeconds });
    warmAt = profileClock();
    await runLoad(target, { connections, seconds: targetSeconds });
  } finally {
    await world.stop();
  }
  return formatProfile(readProfile(folder, warmAt));
}
