import { createHash } from 'node:crypto';

/** A page for testers; `content` and `style` are HTML and CSS of the sandbox itself. Works without a script. */
export const renderPage = (title: string, style: string, content: string): string => `<!doctype html>
<html lang="mn">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="stylesheet" href="/web/base.css">
  <style>${style}</style>
</head>
<body>
  ${content}
</body>
</html>`;

/** For a page with one form of a few fields. */
export const FORM_STYLE = `
  main { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; font-family: system-ui, sans-serif; }
  form, label { display: grid; gap: .75rem; }
  .line { display: flex; gap: .75rem; }
  select, button { font: inherit; padding: .6rem; }
  small { display: block; font-weight: normal; }`;

/** CSP form-action also covers redirects of the form, so the client's address must be listed. */
export function formPolicy(redirectUri: string, style = FORM_STYLE): string {
  const { origin, protocol } = new URL(redirectUri);
  return [
    "default-src 'none'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action 'self' ${origin === 'null' ? protocol : origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Fields that a form sends on unchanged. */
export const renderHidden = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n      ');

export const renderOption = (value: string, label: string): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
