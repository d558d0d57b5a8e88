import { createHash } from 'node:crypto';

interface Allowed {
  /** Hashes of inline scripts, of style elements, and of style attributes. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly attributes: readonly string[];
}

/** Nothing inline but what the build or this server wrote, and no text becomes HTML or script (src/trusted-types.ts). */
const pagePolicy = ({ scripts, styles, attributes }: Allowed) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    [
      "style-src 'self'",
      ...styles,
      ...(attributes.length > 0 ? ["'unsafe-hashes'", ...attributes] : []),
    ].join(' '),
    // A preview of a citizen's picture is a blob address, which only our own script can make.
    "img-src 'self' data: blob:",
    // The assistant's spoken answer is a blob too.
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const openings = { script: /<script>/, style: /<style(?: data-[a-z-]{1,40}="[a-z]{1,20}")?>/ } as const;

/** The texts of inline elements. */
const contentsOf = (html: string, name: keyof typeof openings): string[] =>
  html
    .split(openings[name])
    .slice(1)
    .map((part) => part.split(`</${name}>`, 1)[0] ?? '');

const attributesOf = (html: string): string[] =>
  [...html.matchAll(/ style="([^"]*)"/g)].map(([, value = '']) =>
    value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
  );

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

/** For assets, and for pages without anything inline. */
export const pageHeaders = {
  ...everywhere,
  'content-security-policy': pagePolicy({ scripts: [], styles: [], attributes: [] }),
} as const;

/** For a page with inline scripts and styles: these alone are used. */
export function pageHeadersFor(html: string): typeof pageHeaders {
  const policy = pagePolicy({
    scripts: contentsOf(html, 'script').map(hashOf),
    styles: contentsOf(html, 'style').map(hashOf),
    attributes: [...new Set(attributesOf(html))].map(hashOf),
  });
  return { ...pageHeaders, 'content-security-policy': policy };
}

/** For the pages that the app draws: it writes the variables of its theme into a style element, as in the front page. */
export function appHeadersFor(frontPage: string): typeof pageHeaders {
  const theme = frontPage.split('<style data-mantine-styles="true">')[1]?.split('</style>', 1)[0];
  const policy = pagePolicy({
    scripts: [],
    styles: theme === undefined ? [] : [hashOf(theme)],
    attributes: [],
  });
  return { ...pageHeaders, 'content-security-policy': policy };
}

/** For data, and the default where the backend sent no header of that name. */
export const apiHeaders = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

export const strictTransport = 'max-age=31536000; includeSubDomains';
