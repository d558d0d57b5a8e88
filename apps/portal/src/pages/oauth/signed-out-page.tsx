import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { markSessionEnded, optionalSessionQuery, signOut, type User } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import classes from './oauth.module.css';
import { Card, Failure } from './parts.tsx';
import { oauthWords } from './words.ts';

/** The end of a sign-out that an application asked for without an address to return to. */
export function SignedOutPage() {
  const { signedOut: words } = usePageWords(oauthWords);
  const session = useQuery(optionalSessionQuery);
  const user = session.data?.user;
  usePageTitle(user ? words.stillHeading : words.heading);
  if (session.isPending) return <Loading />;
  if (user) return <StillSignedIn user={user} />;
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

/** The address was opened by itself, or the person signed in again in another tab. */
function StillSignedIn({ user }: { user: User }) {
  const { signedOut: words } = usePageWords(oauthWords);
  const client = useQueryClient();
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => markSessionEnded(client) });
  return (
    <Card testId="oauth-still-signed-in">
      <PageHeading>{words.stillHeading}</PageHeading>
      <p className={classes.lead}>{words.still(user.full_name)}</p>
      <Failure error={leave.error} />
      <div className={classes.actions}>
        <Button
          size="md"
          loading={leave.isPending}
          data-testid="sign-out-here"
          onClick={() => leave.mutate()}
        >
          {words.signOut}
        </Button>
        <Button component={Link} to="/" size="md" variant="default">
          {words.portal}
        </Button>
      </div>
    </Card>
  );
}
