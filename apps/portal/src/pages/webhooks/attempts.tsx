import { useId } from 'react';
import type { WebhookAttempt, WebhookDeliveryDetail } from '../../api/webhooks.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import layoutStyle from '../../ui/layout.module.css';
import { Moment } from '../../ui/moment.tsx';
import textStyle from '../../ui/text.module.css';
import { logWords } from './log-words.ts';
import classes from './webhooks.module.css';
import { webhookWords } from './words.ts';

/** What was sent, and what came of each attempt. */
export function Attempts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const words = usePageWords(logWords);
  const titleId = useId();
  return (
    <>
      <Block title={words.body} text={JSON.stringify(JSON.parse(delivery.body), null, 2)} />
      {delivery.timeline.length === 0 ? null : (
        <section className={layoutStyle.part} aria-labelledby={titleId}>
          <h3 id={titleId}>{words.timeline}</h3>
          <ol className={classes.attempts}>
            {delivery.timeline.map((attempt) => (
              <li key={attempt.at} data-testid="attempt">
                <Attempt attempt={attempt} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const words = usePageWords(logWords);
  const shared = usePageWords(webhookWords);
  const format = useNumber();
  const outcome =
    attempt.status === undefined
      ? `${words.noAnswer}: ${shared.problems[attempt.problem] ?? attempt.problem}`
      : `${words.status}: ${attempt.status}`;
  return (
    <>
      <p>
        <strong>{words.attempt(format(attempt.attempt))}</strong> · <Moment at={attempt.at} />
      </p>
      <p>
        {outcome} · {words.took(format(attempt.duration_ms))}
      </p>
      <details>
        <summary>{words.requestHeaders}</summary>
        <Scrolled label={words.requestHeaders} text={writeHeaders(attempt.request_headers)} />
      </details>
      {attempt.status === undefined ? null : (
        <details>
          <summary>{words.answerHeaders}</summary>
          <Scrolled label={words.answerHeaders} text={writeHeaders(attempt.answer_headers)} />
        </details>
      )}
      {attempt.answer ? (
        <details>
          <summary>{words.answer}</summary>
          <Scrolled label={words.answer} text={attempt.answer} />
        </details>
      ) : null}
    </>
  );
}

const writeHeaders = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function Block({ title, text }: { title: string; text: string }) {
  const titleId = useId();
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <Scrolled label={title} text={text} />
    </section>
  );
}

function Scrolled({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1)
    <section className={classes.scrolled} tabIndex={0} aria-label={label}>
      <pre className={textStyle.pre}>{text}</pre>
    </section>
  );
}
