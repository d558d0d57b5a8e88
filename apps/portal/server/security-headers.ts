import { createHash } from 'node:crypto';

/** Mantine writes style attributes and style elements at run time, hence 'unsafe-inline' for styles alone. */
const pagePolicy = (scriptHashes: readonly string[]) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    // A preview of a citizen's picture is a blob address, which only our own script can make.
    "img-src 'self' data: blob:",
    // The assistant's spoken answer is a blob too.
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'usb',
];

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The assistant records a spoken question, after the browser has asked the person.
  'permissions-policy': [...deniedFeatures.map((feature) => `${feature}=()`), 'microphone=(self)'].join(', '),
} as const;

/** For pages and their assets. */
export const pageHeaders = { ...everywhere, 'content-security-policy': pagePolicy([]) } as const;

/** For a page of the build with inline scripts: these alone may run. */
export function pageHeadersFor(html: string): typeof pageHeaders {
  const hashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
  return { ...pageHeaders, 'content-security-policy': pagePolicy(hashes) };
}

/** For data, and the default where the backend sent no header of that name. */
export const apiHeaders = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

export const strictTransport = 'max-age=31536000; includeSubDomains';
