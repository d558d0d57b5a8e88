import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatTable, type Report } from './report.ts';
import { openWire } from './wire.ts';

function runBench(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

describe('npm run bench', () => {
  it('measures a request against the floor of the same run, and writes the printed report', async () => {
    const { code, output } = await runBench(['--quick', '--only', 'health']);
    expect(output).toMatch(/^GET \/health .*\/s/m);
    expect(code).toBe(0);
    const path = /; (\S+\.json)$/m.exec(output)?.[1] ?? '';
    const report = JSON.parse(await readFile(path, 'utf8')) as Report;
    const health = report.findings.find(({ group }) => group === 'health');
    expect(health?.figures).toMatchObject({ errors: 0 });
    expect(health?.share).toBeGreaterThan(0);
    expect(output).toContain(formatTable(report.findings));
  });

  it('lists the valid choices for an unknown one', async () => {
    const { code, output } = await runBench(['--only', 'nothing']);
    expect(code).toBe(2);
    expect(output).toContain('health, me, write, refresh, catalogue, audit, start, polls');
  });
});

describe('the load generator', () => {
  it('fails on a closed port instead of counting zero requests', async () => {
    await expect(openWire(1)).rejects.toThrow('ECONNREFUSED');
  });
});
