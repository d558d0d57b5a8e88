import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readArguments, writeModule } from './new-module.ts';

const lists = [
  'apps/server/src/composition/independent-modules.ts',
  'apps/server/src/modules/audit-log/sentences/platform.ts',
  'apps/portal/src/shell/places.ts',
  'apps/portal/src/place-pages.ts',
];
const names = { name: 'meeting-rooms', one: 'meeting-room' };
let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'tamga-new-module-'));
  for (const path of [...lists, 'apps/server/migrations'])
    cpSync(join(import.meta.dirname, '..', path), join(copy, path), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(copy, path), 'utf8');
const readAll = () =>
  globSync('**/*.{ts,tsx,sql}', { cwd: copy })
    .sort()
    .map((path) => [path, read(path)]);

describe('the files of a new module', () => {
  it('disappear when a later step fails, so that the command can be repeated', () => {
    const before = readAll();
    const fail = () => {
      throw new Error('generate ended with 1');
    };
    expect(() => writeModule(copy, names, fail)).toThrow('generate ended with 1');
    expect(readAll()).toEqual(before);
    expect(writeModule(copy, names)).toHaveLength(16);
  });

  it('replace no file that exists', () => {
    writeModule(copy, names);
    const before = readAll();
    expect(() => writeModule(copy, names)).toThrow('meeting-rooms is there already: choose another name');
    expect(readAll()).toEqual(before);
  });

  it('mark every text that a person must write as TODO', () => {
    writeModule(copy, names);
    expect(read('apps/portal/src/shell/places.ts')).toContain(
      "own('list', 'TODO Meeting rooms', 'Meeting rooms')",
    );
    expect(read('apps/portal/src/pages/meeting-rooms/words.ts')).toContain("title: 'TODO Meeting rooms'");
    expect(read('apps/server/src/modules/audit-log/sentences/platform.ts')).toContain(
      "'meeting-rooms.create': { mn: '{actor} TODO'",
    );
  });

  it('give each schema a name and a description that no other module has', () => {
    writeModule(copy, names);
    expect(read('apps/server/src/modules/meeting-rooms/schemas.ts')).toContain("description: 'Meeting room'");
  });
});

describe('the arguments', () => {
  it.each([
    ['library-cards', 'library-card'],
    ['libraries', 'library'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['cases', 'case'],
  ])('give %s the singular %s', (name, one) => {
    expect(readArguments([name])).toEqual({ name, one });
  });

  it('may name the singular', () => {
    expect(readArguments(['staff', '--one', 'staff-member'])).toEqual({ name: 'staff', one: 'staff-member' });
  });

  it.each([
    [['equipment'], 'the singular of "equipment" has the same name: choose another with --one'],
    [['gov', '--one', 'gov'], 'the singular of "gov" has the same name'],
    [['Library'], '"Library" is no name'],
    [[''], '"" is no name'],
    [['rooms', '--on', 'room'], 'unknown option --on'],
    [['rooms', '--one', 'A'], '"A" is no singular'],
    [['rooms', '--one', 'room', 'more'], 'unknown option more'],
  ])('%j are refused with the reason', (given, reason) => {
    expect(readArguments(given)).toContain(reason);
  });
});
