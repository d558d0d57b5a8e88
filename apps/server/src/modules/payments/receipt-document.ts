import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { localMinute, platformZone } from '../../kernel/local-day.ts';
import { sendBytes } from '../files/index.ts';
import { documentDownloads, type IssuedDocuments, type Page } from '../issued-documents/index.ts';
import { actsOnPayment } from './acting-rule.ts';
import type { PaymentDeps } from './payments.ts';
import { findReceipt, type Receipt } from './receipt.ts';

export interface ReceiptDocumentDeps extends Pick<PaymentDeps, 'appOrigin' | 'issuerName'> {
  database: Database;
  documents: IssuedDocuments;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Sealed at its first download: few receipts are ever asked for. */
export function receiptMount(deps: ReceiptDocumentDeps): Mount {
  return {
    id: 'gov.payments.receipt_document',
    methods: ['GET'],
    path: '/api/v1/gov/payments/:id/receipt/document',
    access: signedIn,
    acting: actsOnPayment('view'),
    limit: documentDownloads,
    summary: 'The receipt as a PDF with the seal of the platform',
    media: { gives: ['application/pdf'] },
    handle: async (request, reply, actor) => {
      const { id } = request.params as { id: string };
      const person = actor as Actor;
      const receipt = uuid.test(id)
        ? await findReceipt(deps.database.reader(identityOf(person)), { id, actor: person })
        : fail(kernelErrors.not_found);
      const { bytes } = await deps.documents.give({
        kind: 'receipt',
        id,
        userId: receipt.payment.user_id,
        partyId: receipt.payment.party_id,
        page: async (sealedBy) =>
          receiptPage(receipt, { ...deps, platform: await deps.issuerName(), sealedBy }),
      });
      return sendBytes(request, reply, bytes, { name: `receipt-${id}.pdf`, type: 'application/pdf' });
    },
  };
}

const same = (value: string): Text => ({ mn: value, en: value });

function receiptPage(
  { payment, receiptNo, paidAt, payer }: Receipt,
  print: { appOrigin: string; platform: string; sealedBy: string },
): Page {
  const amount = payment.amount.toLocaleString('en-US');
  const row = (mn: string, en: string, value: Text) => ({ label: { mn, en }, value });
  return {
    authority: same(print.platform),
    title: { mn: 'Төлбөрийн баримт', en: 'Receipt' },
    blocks: [
      {
        table: [
          row('Дүн', 'Amount', { mn: `${amount} ₮`, en: `${amount} MNT` }),
          row('Юунд', 'For', payment.title),
          ...(payment.reference_no === ''
            ? []
            : [row('Хүсэлтийн дугаар', 'Application number', same(payment.reference_no))]),
          row('Төлсөн', 'Paid by', payer),
          row('Төлсөн цаг', 'Paid at', same(`${localMinute(new Date(paidAt))} (${platformZone()})`)),
          row('Гүйлгээний дугаар', 'Transaction number', same(receiptNo)),
        ],
      },
    ],
    verification: {
      url: `${print.appOrigin}/sign/verify`,
      instruction: {
        mn: 'Энэ PDF файлыг доорх хуудсанд оруулж шалгана. Хэвлэсэн хуулбар нотолгоо болохгүй.',
        en: 'Check this PDF file on the page below. A printed copy proves nothing.',
      },
      sealedBy: print.sealedBy,
      sealUrl: `${print.appOrigin}/sign/verify`,
    },
    number: receiptNo,
    creator: print.platform,
    issuedAt: paidAt,
  };
}
