import type { UpstreamPerson } from './people.ts';
import type { AuthorizeRequest } from './requests.ts';

/** The page on which a tester chooses an account of the upstream. Works without a script. */
export function renderLoginPage(request: AuthorizeRequest, people: readonly UpstreamPerson[]): string {
  const asked = { ...request, response_type: 'code', code_challenge_method: 'S256' };
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n      ');
  const options = people
    .map(
      ({ sub, claims }) => `<option value="${escapeHtml(sub)}">${escapeHtml(labelOf(sub, claims))}</option>`,
    )
    .join('');
  return page(
    'Нэгдсэн нэвтрэлт / Single sign-on',
    `<h1>Нэгдсэн нэвтрэлт <small lang="en">Single sign-on (sandbox)</small></h1>
    <p>${escapeHtml(request.client_id)}: <code>${escapeHtml(request.scope)}</code></p>
    <form method="post" action="authorize/decide">
      ${hidden}
      <label>Хүн / Person <select name="sub">${options}</select></label>
      <p class="line">
        <button name="decision" value="allow">Нэвтрэх / Sign in</button>
        <button name="decision" value="deny">Татгалзах / Refuse</button>
      </p>
    </form>`,
  );
}

export function renderSignedOutPage(): string {
  return page('Гарлаа / Signed out', '<h1>Гарлаа <small lang="en">Signed out (sandbox)</small></h1>');
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="mn">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
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
    ${content}
  </main>
</body>
</html>`;
}

function labelOf(sub: string, claims: UpstreamPerson['claims']): string {
  return `${claims['name'] ?? sub} ${claims['national_id'] ?? ''}`.trim();
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
