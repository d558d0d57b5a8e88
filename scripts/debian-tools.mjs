// Programs from Debian that the tests run against Tamga. Packages are unpacked beside the checkout, not installed: an
// installed server would start by itself, and installing needs root.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isExecutable } from './chromium.mjs';

const unpacked = fileURLToPath(new URL('../.cache/debian', import.meta.url));

/** The package of each program. */
const packages = {
  sshd: 'openssh-server',
  clamd: 'clamav-daemon',
  age: 'age',
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
  'pkcs11-tool': 'opensc',
  'softhsm2-util': 'softhsm2',
  unzip: 'unzip',
  xmlsec1: 'xmlsec1',
};

/** @returns {string | undefined} the path of the program */
export function findTool(name) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    join(unpacked, 'usr/bin'),
    join(unpacked, 'usr/sbin'),
  ];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** The environment that an unpacked program finds its libraries with. */
export function toolEnvironment() {
  const libraries = join(unpacked, 'usr/lib');
  if (!existsSync(libraries)) return { ...process.env };
  const folders = readdirSync(libraries)
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(libraries, name));
  return { ...process.env, LD_LIBRARY_PATH: folders.join(delimiter) };
}

const runFile = promisify(execFile);

/** Runs a program, installed or unpacked. */
export const runTool = (name, options) =>
  runFile(findTool(name) ?? name, options, { env: toolEnvironment() });

/** @returns {string | undefined} what is missing and how to get it, or nothing when every program is there */
export function provideTools() {
  const missing = Object.keys(packages).filter((name) => findTool(name) === undefined);
  if (missing.length === 0) return undefined;
  console.log(`Unpacking programs for the tests from Debian: ${missing.join(', ')} …`);
  const wanted = missing.map((name) => packages[name]);
  const byHand = `The tests need ${missing.join(', ')}. Install them (Debian and Ubuntu: sudo apt-get install ${wanted.join(' ')}) and run the same command again.`;
  const needed = listNeeded(wanted);
  if (needed === undefined || !unpack(needed)) return byHand;
  return missing.every((name) => findTool(name) !== undefined) ? undefined : byHand;
}

/**
 * Where only the full browser is installed: the shell of the same version, with the files that both share. Tests pass
 * with either, so a system without the package keeps what it has.
 */
export function provideShell() {
  const browser = ['chromium-headless-shell', 'chromium-common'];
  if (isExecutable('/usr/bin/chromium') && listNeeded(browser) !== undefined) unpack(browser);
}

/** @returns {boolean} whether every package is there now */
function unpack(names) {
  mkdirSync(unpacked, { recursive: true });
  if (names.some((name) => run('apt-get', ['download', name], unpacked).status !== 0)) return false;
  return readdirSync(unpacked)
    .filter((name) => name.endsWith('.deb'))
    .every((file) => run('dpkg-deb', ['-x', file, '.'], unpacked).status === 0);
}

/** The packages and the libraries that this machine lacks. */
function listNeeded(wanted) {
  const plan = () => run('apt-get', ['install', '-s', '--no-install-recommends', ...wanted]);
  let planned = plan();
  // A fresh container has no package lists.
  if (planned.status !== 0 && run('apt-get', ['update']).status === 0) planned = plan();
  if (planned.status !== 0) return undefined;
  return [...planned.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
}

const run = (program, options, cwd) => spawnSync(program, options, { cwd, encoding: 'utf8' });
