import { accessSync, constants } from 'node:fs';

const places = [
  // The headless shell has no window: a page in a new context costs a third of the full browser's.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium of this machine: CHROMIUM_PATH, otherwise the first known path that exists, otherwise undefined. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && isExecutable(path));
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
