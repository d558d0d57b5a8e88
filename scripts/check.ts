// Format, lint, types, import boundaries and drift of generated documents, without tests: `npm run check`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listChanged } from './changed-files.ts';
import { report, root, runGates } from './gates.ts';
import { selectForLint } from './test-files.ts';

function listForLint(): string[] {
  try {
    return selectForLint(listChanged()).filter((file) => existsSync(join(root, file)));
  } catch {
    // A checkout without the branch main or without git.
    return ['.'];
  }
}

report(await runGates({ drift: true, lint: listForLint() }));
