import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullPath } from './kernel/http/row.ts';
import type { Module } from './kernel/module.ts';

export interface Endpoint {
  method: string;
  path: string;
  access: string;
}

const specDir = join(import.meta.dirname, '../../../docs/spec');
const linesOf = (file: string) =>
  readFileSync(join(specDir, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

export function readSpecified(): Endpoint[] {
  return linesOf('endpoints.tsv')
    .slice(1)
    .map((line) => {
      const [method = '', path = '', access = ''] = line.split('\t');
      return { method, path, access };
    });
}

/** Edited by hand: removing a specified endpoint must be a decision and not a line of a generated file. */
export const readNotYet = (): string[] => linesOf('not-yet.txt');

const braces = (path: string) => path.replace(/:(\w+)/g, '{$1}');

export function listBuilt(modules: readonly Module[]): Endpoint[] {
  return modules.flatMap((module) => [
    ...module.rows.map((row) => ({
      method: row.method,
      path: braces(fullPath(row)),
      access: row.access.word,
    })),
    ...(module.mounts ?? []).flatMap((mount) =>
      mount.methods.map((method) => ({ method, path: braces(mount.path), access: mount.access.word })),
    ),
  ]);
}

/** Parameter names and a trailing slash make no difference. */
function shape(path: string): string {
  return path
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/\/\{\}\*$/, '/*')
    .replace(/(.)\/$/, '$1');
}

/** ANY matches every method that a library or a proxy serves under the path. */
export function fits(wanted: Endpoint, found: Endpoint): boolean {
  if (wanted.method === 'ANY') return shape(found.path).startsWith(shape(wanted.path).replace(/\/\*$/, ''));
  return wanted.method === found.method && shape(wanted.path) === shape(found.path);
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Endpoints beyond the specification, as docs/generated/additions.txt prints them. */
export function listAdditions(modules: readonly Module[]): string[] {
  const specified = readSpecified();
  const added = listBuilt(modules).filter((found) => !specified.some((wanted) => fits(wanted, found)));
  return added.map(nameOf).sort();
}
