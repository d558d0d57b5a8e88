import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CLOUD_PROVIDERS, integrationsQuery } from '../../api/integrations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import layoutStyle from '../../ui/layout.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Done, Failed, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { Provider } from './provider.tsx';
import { connectionWords } from './words.ts';

interface Outcome {
  connected: string | null;
  error: string | null;
}

export function ConnectionsPage() {
  const words = usePageWords(connectionWords);
  const query = useQuery(integrationsQuery);
  const outcome = useOutcome();
  const [done, setDone] = useState<string | null>(null);
  const message = useRef<HTMLParagraphElement>(null);
  const connected =
    outcome.connected && words.connectedNow(words.names[outcome.connected] ?? outcome.connected);
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <Done ref={message} testId="connections-done">
          {done ?? connected}
        </Done>
        <Failed
          testId="connections-failed"
          text={outcome.error && done === null ? (words.errors[outcome.error] ?? words.errorOther) : null}
        />
        <Loaded query={query} source="platform" lines={4}>
          {({ items: integrations }) => {
            // Services without files appear once they are connected.
            const others = integrations
              .map(({ provider }) => provider)
              .filter((provider) => !CLOUD_PROVIDERS.some((each) => each === provider));
            return (
              <div className={layoutStyle.stack}>
                {[...CLOUD_PROVIDERS, ...others].map((provider) => (
                  <Provider
                    key={provider}
                    provider={provider}
                    integration={integrations.find((each) => each.provider === provider)}
                    onDisconnected={(name) => {
                      setDone(words.disconnected(name));
                      message.current?.focus();
                    }}
                  />
                ))}
              </div>
            );
          }}
        </Loaded>
        <p className={textStyle.quiet}>{words.privacy}</p>
      </div>
    </div>
  );
}

/** What the provider's redirect said; taken out of the address, so that a reload does not say it again. */
function useOutcome(): Outcome {
  const [query, setQuery] = useSearchParams();
  const [outcome] = useState<Outcome>({ connected: query.get('connected'), error: query.get('error') });
  const isSaid = query.has('connected') || query.has('error');
  useEffect(() => {
    if (isSaid) setQuery({}, { replace: true, preventScrollReset: true });
  }, [isSaid, setQuery]);
  return outcome;
}
