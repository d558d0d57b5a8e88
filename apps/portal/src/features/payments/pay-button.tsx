import { Button } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readFailure } from '../../api/errors.ts';
import { followRedirect } from '../../api/follow-redirect.ts';
import { pay } from '../../api/payments.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { rememberPaying } from './paying.ts';
import { payingWords } from './words.ts';

interface PayButtonProps {
  id: string;
  label?: string;
  /** False if the screen has another primary action, such as another payment or an expected answer. */
  isFirst?: boolean;
}

/** Opens the provider's page in this tab; a payment that was completed meanwhile is shown as paid. */
export function PayButton({ id, label, isFirst = true }: PayButtonProps) {
  const words = usePageWords(payingWords);
  const explain = useExplanation('server');
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: () => pay(id),
    onSuccess: (payment) => {
      if (payment.status === 'pending' && payment.checkout_url !== undefined) {
        rememberPaying(id);
        followRedirect(payment.checkout_url);
      } else client.invalidateQueries({ queryKey: ['gov'] });
    },
    onError: (error) => {
      const failure = readFailure(error);
      if (failure.kind === 'refused' && failure.code === 'already_paid')
        client.invalidateQueries({ queryKey: ['gov'] });
    },
  });
  return (
    <div className={layoutStyle.stack}>
      <div>
        <Button
          size="md"
          variant={isFirst ? 'filled' : 'default'}
          // The page stays until the browser has left it, so a second press must not start again.
          loading={begin.isPending || (begin.isSuccess && begin.data.checkout_url !== undefined)}
          leftSection={<IconCreditCard size={18} aria-hidden="true" />}
          data-testid="pay"
          onClick={() => begin.mutate()}
        >
          {label ?? words.pay}
        </Button>
      </div>
      <Failed text={begin.error ? explain(begin.error) : null} />
    </div>
  );
}
