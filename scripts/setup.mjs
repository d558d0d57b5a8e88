// Runs before `npm start` and `npm test`, on any Node and with nothing installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, hasShell, isExecutable } from './chromium.mjs';
import { provideShell, provideTools } from './debian-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.tamga-lock');

installPackages();
if (process.argv.includes('--test')) {
  provideChromium();
  const lacking = provideTools();
  if (lacking !== undefined) fail(lacking);
}

function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  // Binaries differ between platforms, and a machine and a container may share a directory.
  const stamp = `${hash} ${process.platform}-${process.arch}\n`;
  if (readText(stampFile) === stamp) return;
  if (!existsSync(stampFile) && isInstalledFrom(JSON.parse(lock))) {
    writeFileSync(stampFile, stamp);
    return;
  }
  console.log('Installing the packages of package-lock.json (once, and after each change of it) …');
  // NODE_ENV=production would omit Node 24 and the compiler, which are development packages.
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { status, error } = runNpm(options);
  if (status !== 0) {
    fail(
      `npm ci failed${error ? ` (${error.message})` : ''}. What npm says above names the reason; most often the npm registry cannot be reached. Connect to the network (or set the registry in ~/.npmrc) and run the same command again.`,
    );
  }
  writeFileSync(stampFile, stamp);
}

/** True if a manual `npm install` or `npm ci` has already installed the packages of the lock file. */
function isInstalledFrom(lock) {
  const text = readText(join(modules, '.package-lock.json'));
  if (text === undefined || !existsSync(join(modules, '.bin', 'node'))) return false;
  const installed = JSON.parse(text).packages;
  return Object.entries(lock.packages).every(([path, { version, optional, link }]) => {
    if (link || !path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? found.version === version : optional;
  });
}

function runNpm(options) {
  // npm ci deletes node_modules, so neither npm nor its scripts may run on the Node inside it.
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(modules));
  const settings = { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path.join(delimiter) } };
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm && node && existsSync(npm) && !node.startsWith(modules))
    return spawnSync(node, [npm, ...options], settings);
  return spawnSync('npm', options, settings);
}

function provideChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (isExecutable(wanted)) return;
    fail(`CHROMIUM_PATH is ${wanted}, but there is no program at that path. Correct it or unset it.`);
  }
  if (findChromium()) {
    if (!hasShell()) provideShell();
    return;
  }
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    fail(
      'The browser tests need Chromium. Install it (Debian and Ubuntu: sudo apt-get install chromium-headless-shell fonts-noto-core), or set CHROMIUM_PATH to a Chromium or Chrome.',
    );
  }
  const logFile = join(root, '.cache', 'chromium-install.log');
  mkdirSync(join(root, '.cache'), { recursive: true });
  console.log(`Installing Chromium for the browser tests (log: ${logFile}) …`);
  const log = openSync(logFile, 'w');
  const settings = {
    stdio: ['ignore', log, log],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const apt = (...options) => spawnSync('/usr/bin/apt-get', options, settings).status === 0;
  const install = (browser) => apt('install', '-y', '--no-install-recommends', browser, 'fonts-noto-core');
  // Not every release of every distribution has the headless shell.
  if (!apt('update') || !(install('chromium-headless-shell') || install('chromium'))) {
    fail(
      `apt-get failed; its log is ${logFile}. Install chromium and fonts-noto-core by hand, or set CHROMIUM_PATH to a Chromium or Chrome.`,
    );
  }
  if (!findChromium()) {
    fail(
      `apt-get has installed no Chromium; its log is ${logFile}. Set CHROMIUM_PATH to a Chromium or Chrome.`,
    );
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
