import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { notify } from '../notifications/index.ts';
import { listOwners } from '../oauth-clients/index.ts';
import type { DueDelivery } from './delivery-store.ts';
import { events } from './events.ts';
import { disableSubscription, findApplication } from './store.ts';

/** Less than the time in which a message is given up, whatever its random pauses. */
const failingMs = 2 * 24 * 3_600_000;

/**
 * A receiver that says 410 is gone; one that took nothing while a message went through all its attempts is
 * considered gone. A single message that is always refused disables nothing while others are taken.
 */
export async function disableWith(
  tx: WriteTx,
  delivery: DueDelivery,
  { isGone, isGivenUp, since }: { isGone: boolean; isGivenUp: boolean; since: string | null },
): Promise<void> {
  const failingFor = since === null ? 0 : tx.now.getTime() - new Date(since).getTime();
  const isFailing = isGivenUp && failingFor >= failingMs;
  if (!isGone && !isFailing) return;
  const reason = isGone ? 'gone' : 'failing';
  if (!(await disableSubscription(tx, delivery.subscription_id, reason))) return;
  tx.audit(events.disabled, {
    target: delivery.subscription_id,
    metadata: { application_id: delivery.application_id, reason },
  });
  const application = await findApplication(tx, delivery.application_id);
  if (application === undefined) return;
  const { host } = new URL(delivery.url);
  const message = {
    category: 'warning',
    title: {
      mn: `«${application.name}»: webhook-ийг зогсоолоо`,
      en: `${application.name}: a webhook was disabled`,
    },
    body: isGone
      ? {
          mn: `${host} «410 Gone» гэж хариулсан тул илгээхээ больсон. Хаягаа засаад үргэлжлүүлнэ үү; мессеж 30 хоног хадгалагдана.`,
          en: `${host} answered "410 Gone", so nothing is sent to it. Correct the address, then resume; messages are kept for 30 days.`,
        }
      : {
          mn: `${host} гурав орчим хоног нэг ч мессеж аваагүй. Засаад үргэлжлүүлнэ үү; мессеж 30 хоног хадгалагдана.`,
          en: `${host} took no message for about three days. Repair it, then resume; messages are kept for 30 days.`,
        },
    link: `/developers/applications/${application.id}/webhooks`,
  } as const;
  for (const { user_id: userId } of await listOwners(tx, application.id))
    await notify(tx, { userId, ...message });
}
