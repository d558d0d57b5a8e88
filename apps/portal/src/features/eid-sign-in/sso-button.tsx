import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './sign-in.module.css';
import { ssoWords } from './sso-words.ts';

interface SsoButtonProps {
  next: string;
  /** Super administrators sign in with their social account, without the shared sign-in. */
  offersSuperadmin?: boolean;
}

/** A link, not a call: the server redirects to the shared sign-in. */
export function SsoButton({ next, offersSuperadmin = false }: SsoButtonProps) {
  const sso = usePageWords(ssoWords);
  const query = `next=${encodeURIComponent(next)}`;
  return (
    <div className={classes.sso}>
      <p>{sso.lead}</p>
      <Button component="a" href={`/api/auth/sso/start?${query}`} size="lg" fullWidth data-testid="sso">
        {sso.button}
      </Button>
      {offersSuperadmin ? (
        <a href={`/api/auth/social/start?superadmin=1&${query}`} data-testid="superadmin">
          {sso.superadmin}
        </a>
      ) : null}
    </div>
  );
}
