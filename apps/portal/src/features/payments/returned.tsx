import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { type Payment, pay, paymentsQuery } from '../../api/payments.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { forgetPaying, readPaying } from './paying.ts';
import classes from './returned.module.css';
import { payingWords } from './words.ts';

/** Asks the provider for the result, because its callback may be late or lost. */
export function useAsk(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<'paid' | 'pending'> => {
      try {
        return (await pay(id)).status;
      } catch (error) {
        const failure = readFailure(error);
        if (failure.kind === 'refused' && failure.code === 'already_paid') return 'paid';
        throw error;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['gov'] }),
  });
}

/** For a person who returns from the provider's page; the address or this tab's storage names the payment. */
export function Returned({ items }: { items: readonly Payment[] }) {
  const [query] = useSearchParams();
  const [id] = useState(() => query.get('payment') ?? readPaying());
  const payment = items.find((each) => each.id === id);
  return payment ? <ReturnedFrom payment={payment} /> : null;
}

/** The state of an application's fee, after the return and later. */
export function ApplicationFee({ applicationId }: { applicationId: string }) {
  const { language } = useLanguage();
  const words = usePageWords(payingWords);
  const [query] = useSearchParams();
  const [isBack] = useState(() => query.has('payment') || readPaying() !== null);
  const { data } = useQuery(paymentsQuery);
  const payment = data?.items.find((each) => each.application_id === applicationId);
  if (!payment) return null;
  if (isBack) return <Returned items={[payment]} />;
  if (!payment.receipt_no) return null;
  return (
    <p data-testid="fee-paid">
      {words.feePaid(formatMoney(payment.amount, language))}{' '}
      <Link to={`/payments/${payment.id}/receipt`}>{words.receipt}</Link>
    </p>
  );
}

function ReturnedFrom({ payment }: { payment: Payment }) {
  const { language } = useLanguage();
  const words = usePageWords(payingWords);
  const ask = useAsk(payment.id);
  const hasAsked = useRef(false);
  const isPaid = payment.status === 'paid' || ask.data === 'paid';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the return
  useEffect(() => {
    if (isPaid || hasAsked.current) return;
    hasAsked.current = true;
    ask.mutate();
  }, []);
  useEffect(() => {
    if (isPaid) forgetPaying();
  }, [isPaid]);

  if (isPaid) {
    return (
      <div className={classes.received} role="status" data-testid="payment-received">
        <IconCircleCheck size={26} stroke={1.7} aria-hidden="true" />
        <div>
          <p>{words.received(payment.title, formatMoney(payment.amount, language))}</p>
          {payment.receipt_no ? (
            <Link to={`/payments/${payment.id}/receipt`} data-testid="receipt-link">
              {words.receipt}
            </Link>
          ) : null}
        </div>
      </div>
    );
  }
  return (
    <div className={classes.notYet} role="status" data-testid="payment-not-yet">
      <p>{ask.isPending ? words.asking : ask.isError ? words.askFailed : words.notYet(payment.title)}</p>
      <Button
        variant="default"
        size="sm"
        aria-disabled={ask.isPending}
        onClick={() => ask.isPending || ask.mutate()}
      >
        {words.askAgain}
      </Button>
      <Link to="/help/cannot-pay">{words.help}</Link>
    </div>
  );
}
