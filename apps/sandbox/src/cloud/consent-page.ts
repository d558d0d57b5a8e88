import { escapeHtml, FORM_STYLE, renderHidden, renderOption, renderPage } from '../html.ts';
import type { Account } from './accounts.ts';

/** The page on which a tester chooses an account and allows the application. */
export function renderConsentPage(options: {
  provider: string;
  asked: Record<string, string>;
  accounts: readonly Account[];
  action: string;
}): string {
  const { provider, asked, accounts } = options;
  const choices = accounts.map(({ email, name }) => renderOption(email, `${name} ${email}`)).join('');
  return renderPage(
    provider,
    FORM_STYLE,
    `<main>
    <h1>${provider} <small lang="en">sandbox</small></h1>
    <p>${escapeHtml(asked['client_id'] ?? '')} таны файлд хандах зөвшөөрөл хүсэж байна.
      <span lang="en">asks for access to your files.</span></p>
    <p><code>${escapeHtml(asked['scope'] ?? '')}</code></p>
    <form method="post" action="${escapeHtml(options.action)}">
      ${renderHidden(asked)}
      <label>Бүртгэл / Account <select name="account">${choices}</select></label>
      <p class="line">
        <button name="decision" value="allow">Зөвшөөрөх / Allow</button>
        <button name="decision" value="deny">Татгалзах / Refuse</button>
      </p>
    </form>
  </main>`,
  );
}
