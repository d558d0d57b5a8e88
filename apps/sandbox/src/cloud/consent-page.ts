import type { Account } from './accounts.ts';

/** The page on which a tester chooses an account and allows the application. Works without a script. */
export function renderConsentPage(options: {
  provider: string;
  asked: Record<string, string>;
  accounts: readonly Account[];
  action: string;
}): string {
  const { provider, asked, accounts } = options;
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n      ');
  const choices = accounts
    .map(
      ({ email, name }) => `<option value="${escapeHtml(email)}">${escapeHtml(`${name} ${email}`)}</option>`,
    )
    .join('');
  return `<!doctype html>
<html lang="mn">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${provider}</title>
  <link rel="stylesheet" href="/web/base.css">
  <style>
  main { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; font-family: system-ui, sans-serif; }
  form, label { display: grid; gap: .75rem; }
  .line { display: flex; gap: .75rem; }
  select, button { font: inherit; padding: .6rem; }
  small { display: block; font-weight: normal; }
  </style>
</head>
<body>
  <main>
    <h1>${provider} <small lang="en">sandbox</small></h1>
    <p>${escapeHtml(asked['client_id'] ?? '')} таны файлд хандах зөвшөөрөл хүсэж байна.
      <span lang="en">asks for access to your files.</span></p>
    <p><code>${escapeHtml(asked['scope'] ?? '')}</code></p>
    <form method="post" action="${escapeHtml(options.action)}">
      ${hidden}
      <label>Бүртгэл / Account <select name="account">${choices}</select></label>
      <p class="line">
        <button name="decision" value="allow">Зөвшөөрөх / Allow</button>
        <button name="decision" value="deny">Татгалзах / Refuse</button>
      </p>
    </form>
  </main>
</body>
</html>`;
}

/** CSP form-action also covers redirects of the form, so the client's address must be listed. */
export function pagePolicy(redirectUri: string): string {
  return [
    "default-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    `form-action 'self' ${new URL(redirectUri).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
