import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CLOUD_PROVIDERS,
  type CloudProvider,
  connectPath,
  disconnect,
  type Integration,
  integrationsQuery,
} from '../../api/integrations.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { CloudFiles } from './cloud-files.tsx';
import { SendFiles } from './send-files.tsx';
import { connectionWords } from './words.ts';

interface ProviderProps {
  provider: string;
  integration: Integration | undefined;
  onDisconnected(name: string): void;
}

export function Provider({ provider, integration, onDisconnected }: ProviderProps) {
  const { language } = useLanguage();
  const words = usePageWords(connectionWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const [isBrowsing, setIsBrowsing] = useState(false);
  const name = words.names[provider] ?? provider;
  const cloud = CLOUD_PROVIDERS.find((each): each is CloudProvider => each === provider);
  const end = useMutation({
    mutationFn: () => disconnect(provider),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: integrationsQuery.queryKey, exact: true });
      client.removeQueries({ queryKey: [...integrationsQuery.queryKey, provider] });
      setIsAsked(false);
      setIsBrowsing(false);
      onDisconnected(name);
    },
  });
  const isUsable = integration?.status === 'connected';
  const connectLink = (label: string, text: string, isPrimary: boolean) => (
    <Button
      component="a"
      href={connectPath(provider)}
      variant={isPrimary ? 'filled' : 'default'}
      aria-label={label}
      data-testid={`connect-${provider}`}
    >
      {text}
    </Button>
  );
  return (
    <Section
      id={provider}
      title={name}
      lead={words.about[provider]}
      action={<StatusBadge integration={integration} />}
    >
      {integration ? (
        <p className={textStyle.quiet}>
          {isUsable ? words.since(formatDate(integration.connected_at, language)) : words.reconnectText}
        </p>
      ) : null}
      <div className={formStyle.actions}>
        {integration ? null : connectLink(words.connectLabel(name), words.connect, false)}
        {integration && !isUsable ? connectLink(words.againLabel(name), words.again, true) : null}
        {isUsable && cloud ? (
          <>
            <Button
              variant="default"
              aria-label={words.browseLabel(name)}
              aria-expanded={isBrowsing}
              data-testid={`browse-${provider}`}
              onClick={() => setIsBrowsing(!isBrowsing)}
            >
              {words.browse}
            </Button>
            <SendFiles provider={cloud} name={name} />
          </>
        ) : null}
        {integration ? (
          <Button
            variant="subtle"
            aria-label={words.disconnectLabel(name)}
            data-testid={`disconnect-${provider}`}
            onClick={() => {
              end.reset();
              setIsAsked(true);
            }}
          >
            {words.disconnect}
          </Button>
        ) : null}
      </div>
      {isBrowsing && isUsable && cloud ? <CloudFiles provider={cloud} name={name} /> : null}
      <ConfirmDialog
        isOpen={isAsked}
        title={words.disconnectTitle(name)}
        action={words.disconnect}
        isPending={end.isPending}
        failure={<Failed text={end.error ? explain(end.error) : null} />}
        onConfirm={() => end.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.disconnectText}</p>
      </ConfirmDialog>
    </Section>
  );
}

function StatusBadge({ integration }: { integration: Integration | undefined }) {
  const words = usePageWords(connectionWords);
  if (!integration) return <Badge tone="plain">{words.notConnected}</Badge>;
  return integration.status === 'connected' ? (
    <Badge tone="good">{words.connected}</Badge>
  ) : (
    <Badge tone="warn">{words.reconnect}</Badge>
  );
}
