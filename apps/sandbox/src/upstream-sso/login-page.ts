import { escapeHtml, FORM_STYLE, renderHidden, renderOption, renderPage } from '../html.ts';
import type { UpstreamPerson } from './people.ts';
import type { AuthorizeRequest } from './requests.ts';

/** The page on which a tester chooses an account of the upstream. */
export function renderLoginPage(request: AuthorizeRequest, people: readonly UpstreamPerson[]): string {
  const asked = { ...request, response_type: 'code', code_challenge_method: 'S256' };
  const options = people.map(({ sub, claims }) => renderOption(sub, labelOf(sub, claims))).join('');
  return page(
    'Нэгдсэн нэвтрэлт / Single sign-on',
    `<h1>Нэгдсэн нэвтрэлт <small lang="en">Single sign-on (sandbox)</small></h1>
    <p>${escapeHtml(request.client_id)}: <code>${escapeHtml(request.scope)}</code></p>
    <form method="post" action="authorize/decide">
      ${renderHidden(asked)}
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

const page = (title: string, content: string): string =>
  renderPage(title, FORM_STYLE, `<main>\n    ${content}\n  </main>`);

function labelOf(sub: string, claims: UpstreamPerson['claims']): string {
  return `${claims['name'] ?? sub} ${claims['national_id'] ?? ''}`.trim();
}
