import { escapeHtml, renderPage } from '../html.ts';
import type { Invoice } from './invoices.ts';

/** The page on which a tester pays with play money. */
export function renderPayPage(invoice: Invoice): string {
  const done = {
    paid: 'Төлөгдсөн / Paid',
    expired: 'Хугацаа дууссан / Expired',
    cancelled: 'Цуцлагдсан / Cancelled',
  };
  const amount = new Intl.NumberFormat('mn-MN').format(invoice.amount);
  const action =
    invoice.state === 'open'
      ? '<form method="post"><button>Төлөх <small lang="en">Pay</small></button></form>'
      : `<p role="status"><strong>${done[invoice.state]}</strong></p>`;
  return renderPage(
    'Төлбөр / Payment',
    STYLE,
    `<main>
    <h1>Төлбөр <small lang="en">Payment (sandbox)</small></h1>
    <p class="sum">${amount} ₮</p>
    <dl>
      <dt>Утга / For</dt><dd>${escapeHtml(invoice.description)}</dd>
      <dt>Нэхэмжлэх / Invoice</dt><dd>${escapeHtml(invoice.reference)}</dd>
    </dl>
    ${action}
    <p><a href="${escapeHtml(invoice.returnUrl)}">Буцах <span lang="en">Go back</span></a></p>
  </main>`,
  );
}

const STYLE = `
    main { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; }
    dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; }
    dd { margin: 0; }
    .sum { font-size: 2rem; font-weight: 700; }`;
