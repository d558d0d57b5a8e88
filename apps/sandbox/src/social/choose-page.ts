import { CITIZENS } from '../citizens.ts';
import type { AuthorizeRequest } from './requests.ts';

/** The page on which a tester says who they are at the social provider. Works without a script. */
export function renderChoosePage(request: AuthorizeRequest): string {
  const hidden = Object.entries(request)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n      ');
  const people = CITIZENS.map(({ givenNameEn, surnameEn }) => `${givenNameEn} ${surnameEn}`);
  const options = [...new Set(people)].map((name) => `<option>${escapeHtml(name)}</option>`).join('');
  const addresses = [...new Set(people)]
    .map((name) => `<option value="${escapeHtml(addressOf(name))}">`)
    .join('');
  return `<!doctype html>
<html lang="mn">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Сошиал нэвтрэлт / Social sign-in</title>
  <link rel="stylesheet" href="/web/base.css">
  <style>${STYLE}</style>
</head>
<body>
  <main class="social">
    <h1>Сошиал нэвтрэлт <small lang="en">Social sign-in (sandbox)</small></h1>
    <p>${escapeHtml(request.client_id)} таны нэр, и-мэйлийг асууж байна.
      <span lang="en">asks for your name and e-mail address.</span></p>
    <form method="post" action="authorize/decide">
      ${hidden}
      <label>Хүн / Person <select name="name">${options}</select></label>
      <label>И-мэйл / E-mail
        <input name="email" type="email" required maxlength="200" list="addresses" value="${escapeHtml(request.login_hint ?? '')}"></label>
      <datalist id="addresses">${addresses}</datalist>
      <label class="line"><input name="email_verified" type="checkbox" value="true" checked> И-мэйл баталгаажсан / verified</label>
      <p class="line">
        <button name="decision" value="allow">Зөвшөөрөх / Allow</button>
        <button name="decision" value="deny" formnovalidate>Татгалзах / Refuse</button>
      </p>
    </form>
  </main>
</body>
</html>`;
}

const STYLE = `
  .social { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; font-family: system-ui, sans-serif; }
  .social form, .social label { display: grid; gap: .5rem; }
  .social form { gap: 1rem; }
  .social .line { display: flex; gap: .75rem; align-items: center; }
  .social input:not([type=checkbox]), .social select, .social button { font: inherit; padding: .6rem; }
  .social small { display: block; font-weight: normal; }`;

function addressOf(name: string): string {
  return `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.mn`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
