import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTamga } from '../../test/run-tamga.ts';
import { ConfigError } from '../config.ts';
import { loadSettings } from './settings.ts';
import { Stop } from './stop.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tamga-settings-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('development secrets', () => {
  it('are created once, readable only by their owner, and stay the same at the next start', () => {
    const fresh = join(dir, 'fresh');
    const first = loadSettings({ DATA_DIR: fresh });
    const text = readFileSync(join(fresh, 'secrets.json'), 'utf8');
    expect(statSync(join(fresh, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(fresh)).toEqual(['secrets.json']);
    const values = Object.values(JSON.parse(text) as Record<string, string>);
    expect(new Set(values).size).toBe(3);
    for (const value of values) expect(value.length).toBeGreaterThanOrEqual(43);
    expect(loadSettings({ DATA_DIR: fresh }).JWT_SECRET).toBe(first.JWT_SECRET);
    expect(readFileSync(join(fresh, 'secrets.json'), 'utf8')).toBe(text);
  });

  it('are overridden by the environment', () => {
    const given = 'jwt-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j';
    expect(loadSettings({ DATA_DIR: join(dir, 'given'), JWT_SECRET: given }).JWT_SECRET).toBe(given);
  });

  it('are the same for parts that start at the same moment', async () => {
    const shared = join(dir, 'shared');
    const script = `const { loadSettings } = await import(${JSON.stringify(join(import.meta.dirname, 'settings.ts'))});
      process.stdout.write(loadSettings({ DATA_DIR: ${JSON.stringify(shared)} }).JWT_SECRET);`;
    const runs = Array.from({ length: 6 }, () => runTamga([], { cwd: dir, env: {}, script }));
    const seen = (await Promise.all(runs)).map(({ stdout }) => stdout);
    expect(seen[0]).toMatch(/^[\w-]{43}$/);
    expect(new Set(seen).size).toBe(1);
    expect(readdirSync(shared)).toEqual(['secrets.json']);
  });

  it('are not created for a refused start, nor in production', () => {
    const refused = join(dir, 'refused');
    expect(() => loadSettings({ DATA_DIR: refused, PORT: 'abc' })).toThrow(ConfigError);
    expect(() => loadSettings({ DATA_DIR: refused, ENVIRONMENT: 'production' })).toThrow(ConfigError);
    expect(() => statSync(refused)).toThrow('ENOENT');
  });

  it('an unusable directory is named, with what to do', () => {
    const inFile = join(dir, 'fresh', 'secrets.json', 'data');
    expect(() => loadSettings({ DATA_DIR: inFile })).toThrow(Stop);
    expect(() => loadSettings({ DATA_DIR: inFile })).toThrow(/DATA_DIR .* cannot be used .* set DATA_DIR/);
  });
});
