import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './oauth-clients.module.css';
import { applicationsWords } from './words.ts';

/** Shows a secret once. Leaving asks for confirmation, because the secret cannot be shown again. */
export function SecretPanel({ secret, onKept }: { secret: string; onKept(): void }) {
  const { secret: words } = usePageWords(applicationsWords);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <div className={classes.secret} role="status" data-testid="secret-panel">
      <p>{words.once}</p>
      <code data-testid="secret">{secret}</code>
      <CopyButton text={secret} label={words.label} />
      <div>
        <Button data-testid="secret-kept" onClick={onKept}>
          {words.kept}
        </Button>
      </div>
    </div>
  );
}
