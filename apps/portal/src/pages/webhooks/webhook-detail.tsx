import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import {
  changeWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  WEBHOOKS_KEY,
  type Webhook,
  type WebhookBody,
  type WebhookDeliveryDetail,
} from '../../api/webhooks.ts';
import { SecretPanel } from '../../features/oauth-clients/secret-panel.tsx';
import { AskedButton, DeletePart } from '../../features/step-up/asked-button.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import formStyle from '../../ui/forms/form.module.css';
import layoutStyle from '../../ui/layout.module.css';
import { Moment } from '../../ui/moment.tsx';
import noteStyle from '../../ui/note.module.css';
import { Detail, Facts } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import { StateBadge } from './state-badge.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookWords } from './words.ts';

const refOf = ({ id, application_id }: Webhook) => ({ id: application_id, webhook_id: id });

interface WebhookDetailProps {
  webhook: Webhook;
  onClose(): void;
  onDeleted(): void;
}

export function WebhookDetail({ webhook, onClose, onDeleted }: WebhookDetailProps) {
  const words = usePageWords(webhookWords);
  const format = useNumber();
  const { host } = new URL(webhook.url);
  return (
    <Detail title={webhook.description || host} subject={webhook.id} onClose={onClose}>
      <StateNote webhook={webhook} />
      <Facts
        items={[
          [words.state, <StateBadge key="state" webhook={webhook} />],
          [
            words.delivered,
            webhook.delivered_at ? <Moment key="delivered" at={webhook.delivered_at} /> : words.never,
          ],
          [words.waiting, format(webhook.waiting)],
          [words.failed, format(webhook.failed)],
          [words.created, <Moment key="created" at={webhook.created_at} />],
        ]}
      />
      <p>
        <Link
          to={`/developers/applications/${encodeURIComponent(webhook.application_id)}/webhooks/${webhook.id}`}
          data-testid="to-log"
        >
          {words.toLog}
        </Link>
      </p>
      <ConnectionPart webhook={webhook} />
      <SecretPart webhook={webhook} />
      <SettingsPart webhook={webhook} onClose={onClose} />
      <DeletePart
        words={words}
        name={webhook.description || host}
        run={() => deleteWebhook(refOf(webhook))}
        onDone={onDeleted}
      />
    </Detail>
  );
}

function StateNote({ webhook }: { webhook: Webhook }) {
  const words = usePageWords(webhookWords);
  const { state, disabled_reason: reason, failing_since: since } = webhook;
  const [tone, text] =
    state === 'disabled'
      ? ['bad', words.reasons[reason ?? 'failing']]
      : state === 'paused'
        ? ['warn', words.pausedNote]
        : since
          ? ['warn', words.failingNote(formatMoment(since))]
          : [undefined, null];
  if (text === null) return null;
  return (
    <p className={noteStyle.note} data-tone={tone} data-testid="state-note">
      {text}
    </p>
  );
}

function ConnectionPart({ webhook }: { webhook: Webhook }) {
  const words = usePageWords(webhookWords);
  const client = useQueryClient();
  const titleId = useId();
  const reload = () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
  const test = useMutation({ mutationFn: () => testWebhook(refOf(webhook)), onSuccess: reload });
  const move = useMutation({
    mutationFn: (to: 'pause' | 'resume') =>
      to === 'pause' ? pauseWebhook(refOf(webhook)) : resumeWebhook(refOf(webhook)),
    onSuccess: reload,
  });
  const next = webhook.state === 'active' ? 'pause' : 'resume';
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.connection}</h3>
      <p className={textStyle.quiet}>{words.testHint}</p>
      <div className={formStyle.actions}>
        <Button loading={test.isPending} data-testid="test-webhook" onClick={() => test.mutate()}>
          {words.test}
        </Button>
        <Button
          variant="default"
          loading={move.isPending}
          data-testid="pause-webhook"
          onClick={() => move.mutate(next)}
        >
          {words[next]}
        </Button>
      </div>
      <div role="status" data-testid="test-result">
        {test.data && !test.isPending ? <TestResult delivery={test.data} /> : null}
      </div>
      <ActionFailure error={test.error} />
      <Done testId="webhook-moved">
        {move.isSuccess ? (move.variables === 'pause' ? words.pausedNow : words.resumed) : null}
      </Done>
      <ActionFailure error={move.error} />
    </section>
  );
}

function TestResult({ delivery: { state, status, timeline } }: { delivery: WebhookDeliveryDetail }) {
  const words = usePageWords(webhookWords);
  const format = useNumber();
  const [attempt] = timeline;
  const problem = attempt?.problem ?? '';
  const isOk = state === 'delivered';
  return (
    <p className={noteStyle.note} data-tone={isOk ? 'good' : 'bad'}>
      {status === undefined
        ? words.testFailed(words.problems[problem] ?? problem)
        : (isOk ? words.testOk : words.testRefused)(status, format(attempt?.duration_ms ?? 0))}
    </p>
  );
}

function SecretPart({ webhook }: { webhook: Webhook }) {
  const words = usePageWords(webhookWords);
  const client = useQueryClient();
  const titleId = useId();
  // The secret stays with this part and goes when it closes.
  const rotation = useMutation({ mutationFn: () => rotateWebhookSecret(refOf(webhook)), gcTime: 0 });
  const endsAt = webhook.old_secret_ends_at;
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.secret}</h3>
      <p className={textStyle.quiet}>{words.secretLead}</p>
      {endsAt ? (
        <p className={noteStyle.note} data-tone="warn" data-testid="old-secret">
          {words.oldEnds(formatMoment(endsAt))}
        </p>
      ) : null}
      {rotation.data?.secret ? (
        <SecretPanel secret={rotation.data.secret} onKept={() => rotation.reset()} />
      ) : (
        <div>
          <AskedButton
            label={words.rotate}
            testId="rotate-webhook"
            title={words.rotateTitle}
            run={() => rotation.mutateAsync()}
            onDone={() => client.invalidateQueries({ queryKey: WEBHOOKS_KEY })}
          >
            <p>{words.rotateText}</p>
          </AskedButton>
        </div>
      )}
    </section>
  );
}

function SettingsPart({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const words = usePageWords(webhookWords);
  const shared = usePageWords(uiWords);
  const client = useQueryClient();
  const titleId = useId();
  const save = useMutation({
    mutationFn: (body: WebhookBody) => changeWebhook(refOf(webhook), body),
    onSuccess: () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.settings}</h3>
      <WebhookForm
        webhook={webhook}
        submit={shared.save}
        done={save.isSuccess ? words.saved : null}
        save={save}
        onSend={save.mutate}
        onCancel={onClose}
      />
    </section>
  );
}
