import type { Webhook, WebhookDelivery } from '../../api/webhooks.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { logWords } from './log-words.ts';
import { webhookWords } from './words.ts';

const TONES = { active: 'good', paused: 'warn', disabled: 'bad' } as const;
const DELIVERY_TONES = { waiting: undefined, delivered: 'good', failed: 'bad' } as const;

export function useStateName() {
  const words = usePageWords(webhookWords);
  return ({ state, failing_since }: Webhook) =>
    state === 'active' && failing_since ? words.failing : words.states[state];
}

export function StateBadge({ webhook }: { webhook: Webhook }) {
  const nameState = useStateName();
  const isFailing = webhook.state === 'active' && webhook.failing_since !== undefined;
  return (
    <span
      className={badgeStyle.chip}
      data-tone={isFailing ? 'warn' : TONES[webhook.state]}
      data-testid="webhook-state"
    >
      {nameState(webhook)}
    </span>
  );
}

export function DeliveryBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const words = usePageWords(logWords);
  return (
    <span className={badgeStyle.chip} data-tone={DELIVERY_TONES[state]} data-testid="delivery-state">
      {words.states[state]}
    </span>
  );
}
