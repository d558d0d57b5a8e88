import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { usePageWords } from '../i18n/provider.tsx';
import copyStyle from './copy-button.module.css';
import textStyle from './text.module.css';
import { uiWords } from './words.ts';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const words = usePageWords(uiWords);
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // The browser refused, or the page is not in a secure context.
      setOutcome('failed');
    }
  };
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <span className={copyStyle.copy}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${words.copy}: ${label}`}
        leftSection={<Icon size={16} aria-hidden="true" />}
        data-testid="copy"
        onClick={copy}
      >
        {words.copy}
      </Button>
      <span role="status" className={textStyle.quiet}>
        {outcome === null ? null : outcome === 'copied' ? words.copied : words.copyFailed}
      </span>
    </span>
  );
}
