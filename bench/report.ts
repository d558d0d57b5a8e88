import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Finding {
  /** The group for `--only`. */
  group: string;
  measure: string;
  value: string;
  /** Share of the floor of the same rounds. */
  share?: number;
  bar?: string;
  met?: boolean;
  /** The distance from a missed bar, and other remarks. */
  note?: string;
  figures: Record<string, unknown>;
}

const columns = ['measure', 'value', 'share of floor', 'bar', 'met', 'µs cpu', 'cpu share'] as const;

export function formatTable(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => [
    finding.measure,
    finding.value,
    finding.share === undefined ? '' : finding.share.toFixed(3),
    finding.bar ?? '',
    finding.met === undefined ? '' : finding.met ? 'yes' : 'no',
    ...describeCpu(finding),
  ]);
  const widths = columns.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const notes = findings.flatMap(({ measure, note }) => (note === undefined ? [] : [`${measure}: ${note}`]));
  return [
    line(columns),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n');
}

/** CPU time of the server per request, and the floor's share of it: far steadier than requests per second. */
function describeCpu({ figures }: Finding): [string, string] {
  const { cpuMicros, floor } = figures as { cpuMicros?: number; floor?: { cpuMicros: number } };
  if (cpuMicros === undefined) return ['', ''];
  const share = floor === undefined ? '' : (floor.cpuMicros / cpuMicros).toFixed(3);
  return [cpuMicros.toFixed(0), share];
}

export interface Report {
  at: string;
  quick: boolean;
  seconds: number;
  machine: { platform: string; cpu: string; cores: number; memoryGb: number; node: string };
  findings: readonly Finding[];
}

export function describeMachine(): Report['machine'] {
  const [first] = cpus();
  return {
    platform: `${platform()}-${arch()}`,
    cpu: first?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}

const resultsDir = join(import.meta.dirname, 'results');

/** Writes one file per run, and the newest also under a fixed name. */
export async function writeReport(report: Report): Promise<string> {
  await mkdir(resultsDir, { recursive: true });
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const path = join(resultsDir, `${report.at.replaceAll(':', '-')}.json`);
  await writeFile(path, text);
  await writeFile(join(resultsDir, 'latest.json'), text);
  return path;
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
