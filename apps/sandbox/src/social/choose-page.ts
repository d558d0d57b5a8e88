import { CITIZENS } from '../citizens.ts';
import { escapeHtml, renderHidden, renderPage } from '../html.ts';
import type { AuthorizeRequest } from './requests.ts';

interface Person {
  name: string;
  email: string;
}

const PEOPLE: readonly Person[] = CITIZENS.map(({ surname, givenName, surnameEn, givenNameEn }) => ({
  name: `${surname} ${givenName}`,
  email: `${givenNameEn}.${surnameEn}@example.mn`.toLowerCase(),
}));

/** The citizen's name for this address, or the address itself. */
export function nameOf(email: string): string {
  return PEOPLE.find((person) => person.email === email.toLowerCase())?.name ?? email.split('@')[0] ?? '';
}

/** The page on which a tester chooses an account of the social provider. */
export function renderChoosePage(request: AuthorizeRequest): string {
  // The form is an ordinary authorization request, so it repeats the method.
  const hidden = renderHidden({ ...request, code_challenge_method: 'S256' });
  const accounts = PEOPLE.map(
    ({ name, email }) =>
      `<li><button name="as" value="${escapeHtml(email)}"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email)}</span></button></li>`,
  ).join('\n        ');
  return renderPage(
    'Сошиал нэвтрэлт / Social sign-in',
    STYLE,
    `<main class="social">
    <h1>Сошиал нэвтрэлт <small lang="en">Social sign-in (sandbox)</small></h1>
    <p>${escapeHtml(request.client_id)} таны нэр, и-мэйлийг асууж байна.
      <span lang="en">asks for your name and e-mail address.</span></p>
    <form method="post" action="authorize/decide">
      ${hidden}
      <h2>Бүртгэлээ сонгоно уу <small lang="en">Choose an account</small></h2>
      <ul>
        ${accounts}
      </ul>
    </form>
    <form method="post" action="authorize/decide">
      ${hidden}
      <h2>Өөр хаягаар <small lang="en">Or use another address</small></h2>
      <label>И-мэйл / E-mail
        <input name="email" type="email" required maxlength="200" value="${escapeHtml(request.login_hint ?? '')}"></label>
      <label class="line"><input name="email_verified" type="checkbox" value="true" checked> И-мэйл баталгаажсан / verified</label>
      <p class="line">
        <button name="decision" value="allow">Зөвшөөрөх / Allow</button>
        <button name="decision" value="deny" formnovalidate>Татгалзах / Refuse</button>
      </p>
    </form>
  </main>`,
  );
}

export const STYLE = `
  .social { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }
  .social form, .social label, .social ul { display: grid; gap: .5rem; }
  .social form { gap: 1rem; margin-top: 1rem; }
  .social ul { max-height: 22rem; overflow-y: auto; padding: .25rem; }
  .social li button { width: 100%; text-align: start; display: grid; }
  .social li span { color: var(--soft-ink); }
  .social .line { display: flex; gap: .75rem; align-items: center; }
  .social input:not([type=checkbox]), .social button { font: inherit; padding: .6rem; color: inherit; border: 1px solid var(--field-line); border-radius: .5rem; background: var(--surface); }
  .social h2 { font-size: 1.1rem; }
  .social small { display: block; font-weight: normal; color: var(--soft-ink); }`;
