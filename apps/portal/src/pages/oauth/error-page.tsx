import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { topicPath } from '../../features/help/topic.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { uiWords } from '../../ui/words.ts';
import { errorWords } from './error-words.ts';
import classes from './oauth.module.css';
import { Card } from './parts.tsx';

/** Shown for a request that cannot return to the client. Text from the address is never shown as a sentence. */
export function OauthErrorPage() {
  const words = usePageWords(errorWords);
  const { reference } = usePageWords(uiWords);
  const [query] = useSearchParams();
  const [reason, code] = [query.get('reason') ?? '', query.get('error') ?? ''];
  const isKnown = (name: string) => Object.hasOwn(words.texts, name);
  const text = words.texts[[reason, code].find(isKnown) ?? ''] ?? words.other;
  const shownCode = [code, reason].filter(isKnown).join(' · ');
  const requestId = /^[\w-]{8,128}$/.exec(query.get('request_id') ?? '')?.[0];
  const heading = text.heading ?? (query.get('during') === 'sign-out' ? words.signOut : words.signIn);
  usePageTitle(heading);
  return (
    <Card testId="oauth-error">
      <PageHeading>{heading}</PageHeading>
      <p>{text.happened}</p>
      <section className={classes.advice}>
        <h2>{words.person}</h2>
        <p>{text.person}</p>
        <p>
          <Link to={topicPath('cannot-sign-in')}>{words.help}</Link>
        </p>
      </section>
      {shownCode || requestId ? (
        <section className={classes.advice} data-testid="for-developer">
          <h2>{words.developer}</h2>
          {text.developer ? <p>{text.developer}</p> : null}
          <dl className={classes.facts}>
            {shownCode ? (
              <div>
                <dt>{words.code}</dt>
                <dd>
                  <code>{shownCode}</code>
                </dd>
              </div>
            ) : null}
            {requestId ? (
              <div>
                <dt>{reference}</dt>
                <dd>
                  <code data-testid="request-id">{requestId}</code>{' '}
                  <CopyButton text={requestId} label={reference} />
                </dd>
                <dd>{words.quote}</dd>
              </div>
            ) : null}
          </dl>
        </section>
      ) : null}
      <div>
        <Button component={Link} to="/" variant="default">
          {words.home}
        </Button>
      </div>
    </Card>
  );
}
