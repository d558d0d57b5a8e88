import { readFileSync, statSync } from 'node:fs';
import { type Evidence, verifyEvidence } from '../modules/relay/index.ts';
import { Stop } from './stop.ts';

const largestBytes = 256 * 1024 * 1024;

/** Checks a file of evidence without network or database; exit code 2 when something in it does not hold. */
export function verifyRelayFile(args: readonly string[], say: (line: string) => void): number {
  const [action, path] = args;
  if (action !== 'verify' || path === undefined || args.length > 2) throw new Stop('tamga relay verify FILE');
  const findings = verifyEvidence(readEvidence(path));
  for (const { message, problem } of findings)
    say(problem === undefined ? `ok       ${message}` : `PROBLEM  ${message}: ${problem}`);
  const isProven = findings.length > 0 && findings.every(({ problem }) => problem === undefined);
  say(isProven ? 'proven; compare the keys with those that the platforms publish' : 'not proven');
  return isProven ? 0 : 2;
}

/** The file as it was downloaded, with or without the envelope of the API. */
function readEvidence(path: string): Evidence {
  try {
    if (statSync(path).size > largestBytes) throw new Error('larger than 256 MiB');
    const file = JSON.parse(readFileSync(path, 'utf8')) as { data?: Evidence };
    return file.data ?? (file as Evidence);
  } catch (error) {
    throw new Stop(`${path} cannot be read as evidence: ${(error as Error).message}`);
  }
}
