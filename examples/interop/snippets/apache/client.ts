import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareApache, unpackApache } from '../../apache.ts';
import { asksToSignIn, type InteropClient } from '../../interop-client.ts';

const read = (file: string) => readFileSync(file, 'utf8');

export const apache: InteropClient = {
  prepare: async ({ dir, logFile, port }) => {
    const versions = await unpackApache(dir, logFile);
    const pages = { 'index.shtml': read(join(import.meta.dirname, 'index.shtml')) };
    return { command: prepareApache(dir, port, read(join(dir, 'tamga.conf')), pages), versions };
  },
  signInPath: '/',
  signOut: (page, site) => page.goto(`${site}/redirect_uri?logout=${encodeURIComponent(site)}`),
  isSignedOut: asksToSignIn,
};
