import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './processes.ts';

interface CpuProfile {
  startTime: number;
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Hot {
  share: number;
  where: string;
}

/** Microseconds of V8's profile clock, which all processes of a machine share. */
export function profileClock(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The hottest functions of a `node --cpu-prof` profile since `sinceMicros`, without idle time. */
export function readProfile(folder: string, sinceMicros: number, count = 10): Hot[] {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) return [];
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
  const { nodes, samples, timeDeltas } = profile;
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const selfTime = new Map<string, number>();
  let busy = 0;
  let clock = profile.startTime;
  samples.forEach((id, at) => {
    const name = names.get(id) ?? '';
    const micros = timeDeltas[at] ?? 0;
    clock += micros;
    if (name === '(idle)' || clock < sinceMicros) return;
    busy += micros;
    selfTime.set(name, (selfTime.get(name) ?? 0) + micros);
  });
  return [...selfTime]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([where, micros]) => ({ where, share: micros / busy }));
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName || '(anonymous)';
  if (url === '') return name;
  const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url;
  return `${name} ${path.replace(/^.*node_modules\//, '')}:${lineNumber + 1}`;
}

export function formatProfile(hot: readonly Hot[]): string {
  return hot.map(({ share, where }) => `    ${(share * 100).toFixed(1).padStart(5)} %  ${where}`).join('\n');
}
