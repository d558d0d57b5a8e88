import { useEffect, useState } from 'react';
import { TRY_CHANNEL, type TryMessage } from '../../features/oauth-clients/try-sign-in.ts';
import { applicationsWords } from '../../features/oauth-clients/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import layout from '../../shell/layout.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';

const PATIENCE_MS = 3_000;

/**
 * A trial sign-in returns to this page, which passes the answer to the page that started it and alone knows its
 * secrets.
 */
export function TryCallbackPage() {
  const { try: words } = usePageWords(applicationsWords);
  // Read once: the code is removed from the address, so that neither history nor a reload restores it.
  const [search] = useState(() => window.location.search);
  const [outcome, setOutcome] = useState<'waiting' | 'taken' | 'lost'>('waiting');
  usePageTitle(words.returned);
  useEffect(() => {
    window.history.replaceState(null, '', window.location.pathname);
    const state = new URLSearchParams(search).get('state');
    const channel = new BroadcastChannel(TRY_CHANNEL);
    const timer = setTimeout(() => setOutcome('lost'), PATIENCE_MS);
    channel.onmessage = ({ data }: MessageEvent<TryMessage>) => {
      if (data.kind !== 'taken' || data.state !== state) return;
      clearTimeout(timer);
      setOutcome('taken');
    };
    channel.postMessage({ kind: 'returned', search } satisfies TryMessage);
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, [search]);
  const text = { waiting: words.waitingText, taken: words.returnedText, lost: words.lostText }[outcome];
  return (
    <div className={layout.message} data-testid="try-returned" data-outcome={outcome}>
      <PageHeading>{words.returned}</PageHeading>
      <p role="status">{text}</p>
    </div>
  );
}
