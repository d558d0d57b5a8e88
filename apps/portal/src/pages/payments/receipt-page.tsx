import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type Receipt, receiptPath, receiptQuery } from '../../api/payments.ts';
import { formatDateTime, formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './payments.module.css';
import { receiptWords } from './receipt-words.ts';

export function ReceiptPage() {
  const { language } = useLanguage();
  const words = usePageWords(receiptWords);
  const { id = '' } = useParams();
  const query = useQuery(receiptQuery(id, language));
  usePageTitle(words.one);
  return (
    <FoundPage query={query} backTo="/payments" words={words}>
      {(receipt) => <ReceiptView receipt={receipt} />}
    </FoundPage>
  );
}

function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { language } = useLanguage();
  const words = usePageWords(receiptWords);
  const fact = (title: string, text: string) => (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
  return (
    <>
      <header className={headStyle.head}>
        <PageHeading>{words.one}</PageHeading>
        <p className={headStyle.lead}>{receipt.issuer}</p>
      </header>
      <article className={classes.receipt} data-testid="payment-receipt">
        <p className={classes.receiptAmount}>{formatMoney(receipt.amount, language)}</p>
        <dl className={factStyle.details}>
          {fact(words.what, receipt.title)}
          {receipt.reference_no ? fact(words.application, receipt.reference_no) : null}
          {fact(words.payer, receipt.payer)}
          {fact(words.when, formatDateTime(receipt.paid_at, language))}
          {fact(words.number, receipt.receipt_no)}
        </dl>
      </article>
      <p className={`${textStyle.quiet} ${classes.notOnPaper}`}>{words.sealed}</p>
      <div className={`${classes.payActions} ${classes.notOnPaper}`}>
        <Button
          component="a"
          href={receiptPath(receipt.payment_id)}
          size="md"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          data-testid="receipt-download"
        >
          {words.download}
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {words.print}
        </Button>
        {receipt.application_id ? (
          <Button component={Link} to={`/applications/${receipt.application_id}`} variant="default" size="md">
            {words.toApplication}
          </Button>
        ) : null}
      </div>
    </>
  );
}
