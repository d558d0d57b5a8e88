import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './sign-in.module.css';
import { signInWords } from './words.ts';

/** A link and not a call: the server answers with a redirect to the shared sign-in. */
export function SsoButton({ next }: { next: string }) {
  const { sso } = usePageWords(signInWords);
  return (
    <div className={classes.sso}>
      <p>{sso.lead}</p>
      <Button
        component="a"
        href={`/api/auth/sso/start?next=${encodeURIComponent(next)}`}
        size="lg"
        fullWidth
        data-testid="sso"
      >
        {sso.button}
      </Button>
    </div>
  );
}
