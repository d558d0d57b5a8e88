#!/usr/bin/env node
// Tamga runs on Node 24, which its own packages bring along for machines that have an older one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import('../src/main.ts');
} else {
  runOnBundledNode();
}

function runOnBundledNode() {
  const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write(
      `Tamga needs Node 24, and this is ${process.version}. Run "npm ci" in Tamga's directory first, which brings Node 24 along.\n`,
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both processes; passing it on as well would count as pressing it twice.
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !atTerminal) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`Node 24 does not start: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
