import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { nameParty, readActingFor } from '../../api/acting-for.ts';
import { type Payment, paymentsQuery } from '../../api/payments.ts';
import { PayButton } from '../../features/payments/pay-button.tsx';
import { Returned, useAsk } from '../../features/payments/returned.tsx';
import { payingWords } from '../../features/payments/words.ts';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import layoutStyle from '../../ui/layout.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { plainList } from '../../ui/table/list-source.ts';
import textStyle from '../../ui/text.module.css';
import classes from './payments.module.css';
import { paymentWords } from './words.ts';

export function PaymentsPage() {
  const { language } = useLanguage();
  const words = usePageWords(paymentWords);
  const query = useQuery(paymentsQuery);
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={readActingFor()?.isAuthorised ? words.leadCovered : words.lead} />
      <div className={pageStyle.sections}>
        <Loaded query={query} source="platform" lines={5}>
          {({ items }) => {
            const owed = items.filter((payment) => payment.status === 'pending');
            const paid = items.filter((payment) => payment.status === 'paid');
            const sum = owed.reduce((total, payment) => total + payment.amount, 0);
            return (
              <>
                <Returned items={items} />
                <Section
                  id="owed"
                  title={words.owed}
                  lead={owed.length > 1 ? words.owedTotal(formatMoney(sum, language)) : undefined}
                >
                  {owed.length === 0 ? (
                    <NothingOwed />
                  ) : (
                    <ul className={classes.owed}>
                      {owed.map((payment, index) => (
                        <Owed key={payment.id} payment={payment} isFirst={index === 0} />
                      ))}
                    </ul>
                  )}
                </Section>
                <Section id="paid" title={words.paid}>
                  <PaidTable items={paid} />
                </Section>
              </>
            );
          }}
        </Loaded>
      </div>
    </div>
  );
}

/** Fees that an authorisation does not cover are not shown to its holder, so "nothing" would be wrong. */
function NothingOwed() {
  const { language } = useLanguage();
  const words = usePageWords(paymentWords);
  const acting = readActingFor();
  if (!acting?.isAuthorised)
    return <EmptyState icon={<IconCircleCheck size={30} stroke={1.5} />} title={words.nothingOwed} />;
  const name = nameParty(acting, language);
  return (
    <p data-testid="not-authorised-to-pay">
      {acting.mayPay ? words.nothingCovered(name) : words.mayNotPay(name)}
    </p>
  );
}

function Owed({ payment, isFirst }: { payment: Payment; isFirst: boolean }) {
  const { language } = useLanguage();
  const words = usePageWords(paymentWords);
  const paying = usePageWords(payingWords);
  const ask = useAsk(payment.id);
  const [showsQr, setShowsQr] = useState(false);
  const isLate = payment.due_date !== null && new Date(payment.due_date) < new Date();
  return (
    <li className={classes.payment} data-testid="owed">
      <div className={classes.what}>
        <h3>{payment.title}</h3>
        <p className={textStyle.quiet}>
          {words.categories[payment.category]}
          {payment.due_date ? null : ` · ${words.asked(formatDate(payment.created_at, language))}`}
          {payment.application_id ? (
            <>
              {' · '}
              <Link to={`/applications/${payment.application_id}`}>
                {payment.reference_no ?? words.application}
              </Link>
            </>
          ) : null}
        </p>
        {payment.due_date ? (
          <Badge tone={isLate ? 'bad' : 'wait'}>
            {(isLate ? words.overdue : words.due)(formatDate(payment.due_date, language))}
          </Badge>
        ) : null}
      </div>
      <p className={classes.amount}>{formatMoney(payment.amount, language)}</p>
      <div className={classes.payActions}>
        <PayButton id={payment.id} isFirst={isFirst} />
        {payment.qr ? (
          <Button variant="default" size="md" aria-expanded={showsQr} onClick={() => setShowsQr(!showsQr)}>
            {showsQr ? words.hideQr : words.showQr}
          </Button>
        ) : null}
      </div>
      {showsQr && payment.qr ? (
        <div className={classes.qr}>
          <div className={classes.qrCode}>
            <QrCode text={payment.qr} label={words.qrLabel} isStale={false} />
          </div>
          <div className={layoutStyle.stack}>
            <p>{words.qrText}</p>
            <div>
              <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
                {paying.askAgain}
              </Button>
            </div>
            <p role="status">
              {ask.data === 'pending' ? paying.notYet(payment.title) : ask.isError ? paying.askFailed : null}
            </p>
          </div>
        </div>
      ) : null}
    </li>
  );
}

function PaidTable({ items }: { items: readonly Payment[] }) {
  const { language } = useLanguage();
  const words = usePageWords(paymentWords);
  const { receipt } = usePageWords(payingWords);
  const columns: Column<Payment>[] = [
    {
      key: 'what',
      title: words.tableWhat,
      text: (payment) => payment.title,
      cell: (payment) => (
        <>
          {payment.application_id ? (
            <Link to={`/applications/${payment.application_id}`}>{payment.title}</Link>
          ) : (
            payment.title
          )}
          {payment.receipt_no ? (
            <p>
              <Link to={`/payments/${payment.id}/receipt`} aria-label={words.receiptOf(payment.title)}>
                {receipt}
              </Link>
            </p>
          ) : null}
        </>
      ),
    },
    {
      key: 'when',
      title: words.tableWhen,
      text: (payment) => formatDate(payment.paid_at ?? '', language),
      sortBy: (payment) => payment.paid_at ?? '',
    },
    {
      key: 'amount',
      title: words.tableAmount,
      isNumber: true,
      text: (payment) => payment.amount,
      cell: (payment) => formatMoney(payment.amount, language),
    },
  ];
  return (
    <DataTable
      id="paid"
      list={plainList(items)}
      caption={words.paid}
      columns={columns}
      getId={(payment) => payment.id}
      empty={
        <p className={textStyle.quiet}>
          {readActingFor()?.isAuthorised ? words.nothingPaidCovered : words.nothingPaid}
        </p>
      }
    />
  );
}
