import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { uiWords } from '../../ui/words.ts';
import classes from './oauth.module.css';
import { Card } from './parts.tsx';
import { oauthWords } from './words.ts';

/** Shown for a request that cannot return to the client. Text from the address is never shown as a sentence. */
export function OauthErrorPage() {
  const { error: words } = usePageWords(oauthWords);
  const { reference } = usePageWords(uiWords);
  const [query] = useSearchParams();
  const code = query.get('error') ?? '';
  const known = Object.hasOwn(words.texts, code) ? code : 'other';
  const [happened = '', advice = ''] = words.texts[known] ?? [];
  const requestId = /^[\w-]{8,128}$/.exec(query.get('request_id') ?? '')?.[0];
  usePageTitle(words.title);
  return (
    <Card testId="oauth-error">
      <PageHeading>{words.title}</PageHeading>
      <p>{happened}</p>
      <p className={classes.lead}>{advice}</p>
      {known !== 'other' || requestId ? (
        <dl className={classes.facts}>
          {known === 'other' ? null : (
            <div>
              <dt>{words.code}</dt>
              <dd>
                <code>{code}</code>
              </dd>
            </div>
          )}
          {requestId ? (
            <div>
              <dt>{reference}</dt>
              <dd>
                <code>{requestId}</code>
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <div>
        <Button component={Link} to="/" variant="default">
          {words.home}
        </Button>
      </div>
    </Card>
  );
}
