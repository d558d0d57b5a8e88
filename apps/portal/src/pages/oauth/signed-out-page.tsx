import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import classes from './oauth.module.css';
import { Card } from './parts.tsx';
import { oauthWords } from './words.ts';

/** The end of a sign-out that an application asked for without an address to return to. */
export function SignedOutPage() {
  const { signedOut: words } = usePageWords(oauthWords);
  usePageTitle(words.heading);
  return (
    <Card testId="oauth-signed-out">
      <IconCircleCheck className={classes.done} size={40} stroke={1.5} aria-hidden="true" />
      <PageHeading>{words.heading}</PageHeading>
      <p className={classes.lead}>{words.text}</p>
      <div className={classes.actions}>
        <Button component={Link} to="/" size="md" data-testid="to-portal">
          {words.portal}
        </Button>
        <Button component={Link} to="/login" size="md" variant="default">
          {words.signIn}
        </Button>
      </div>
    </Card>
  );
}
