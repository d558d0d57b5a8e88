import { Button } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './other-ways.module.css';
import { signInWords } from './words.ts';

/** A link, not a call: the server redirects to the social provider. */
export function SocialButton({ next }: { next: string }) {
  const { social } = usePageWords(signInWords);
  return (
    <div className={classes.social}>
      <p className={classes.or}>{social.or}</p>
      <Button
        component="a"
        href={`/api/auth/social/start?next=${encodeURIComponent(next)}`}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconUserCircle size={20} stroke={1.6} aria-hidden="true" />}
        data-testid="social"
      >
        {social.button}
      </Button>
      <p className={classes.hint}>{social.hint}</p>
    </div>
  );
}
