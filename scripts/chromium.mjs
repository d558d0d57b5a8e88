import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The headless shell has no window: a page in a new context costs a third of the full browser's. */
const shells = [
  '/usr/bin/chromium-headless-shell',
  // Unpacked beside the checkout; the command of the package would look for it in /usr/lib.
  fileURLToPath(new URL('../.cache/debian/usr/lib/chromium/chromium-headless-shell', import.meta.url)),
];
const places = [
  ...shells,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Of Playwright's own list, those that matter here: a list of features replaces an earlier one. */
const playwrightDisables = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];
/** The full browser opens a window for each context, with two processes besides those of the page. */
const windowParts = ['SpareRendererForSitePerProcess', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page of a test lives for seconds: code that was optimised for it is hardly run.
  '--js-flags=--no-maglev --no-turbofan',
  `--disable-features=${[...playwrightDisables, ...windowParts].join(',')}`,
];

/** The Chromium of this machine: CHROMIUM_PATH, otherwise the first known path that exists, otherwise undefined. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && isExecutable(path));
}

export const hasShell = () => shells.some(isExecutable);

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
