import { Button } from '@mantine/core';
import { IconApps, IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Consent, consentsQuery, withdrawConsent } from '../../api/provider.ts';
import { describeScope, scopeWords } from '../../features/oauth/scopes.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { focusSection, Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { Done, EmptyState, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { profileWords } from './words.ts';

/** Clients with the person's consent, and a button to withdraw it. */
export function ConsentsSection() {
  const { consents: words } = usePageWords(profileWords);
  const query = useQuery(consentsQuery);
  const client = useQueryClient();
  const explain = useExplanation('platform');
  const [asked, setAsked] = useState<Consent | null>(null);
  const [said, setSaid] = useState('');
  const nameOf = (consent: Consent) => consent.client_name || words.unnamed;
  const withdraw = useMutation({
    mutationFn: (consent: Consent) => withdrawConsent(consent.client_id),
    onSuccess: async (_nothing, consent) => {
      await client.invalidateQueries({ queryKey: consentsQuery.queryKey });
      setSaid(words.withdrawn(nameOf(consent)));
      setAsked(null);
      focusSection('consents');
    },
  });
  return (
    <Section id="consents" title={words.heading} lead={words.lead}>
      <Done testId="consents-said">{said}</Done>
      <Loaded query={query} source="platform" lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<IconPlugConnected size={30} stroke={1.5} />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className={rowStyle.rows}>
              {items.map((consent) => (
                <ConsentRow
                  key={consent.client_id}
                  consent={consent}
                  name={nameOf(consent)}
                  onWithdraw={() => {
                    withdraw.reset();
                    setSaid('');
                    setAsked(consent);
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmDialog
        isOpen={asked !== null}
        title={words.withdrawTitle(asked ? nameOf(asked) : '')}
        action={words.withdraw}
        isPending={withdraw.isPending}
        failure={<Failed text={withdraw.error ? explain(withdraw.error) : null} />}
        onConfirm={() => asked && withdraw.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{words.withdrawText}</p>
        <p>{words.withdrawEffect}</p>
      </ConfirmDialog>
    </Section>
  );
}

function ConsentRow({ consent, name, onWithdraw }: { consent: Consent; name: string; onWithdraw(): void }) {
  const { language } = useLanguage();
  const { consents: words } = usePageWords(profileWords);
  const inWords = usePageWords(scopeWords);
  const from = formatDate(consent.granted_at, language);
  return (
    <li className={rowStyle.row} data-testid="consent">
      <IconApps size={24} stroke={1.6} aria-hidden="true" />
      <div className={rowStyle.rowText}>
        <p className={rowStyle.rowTitle}>{name}</p>
        {consent.client_host === '' ? null : <p className={textStyle.code}>{consent.client_host}</p>}
        <p>{consent.scopes.map((scope) => describeScope(scope, inWords).title).join(' · ')}</p>
        <p className={textStyle.quiet}>{words.since(from, formatDate(consent.expires_at, language))}</p>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={words.withdrawLabel(name)}
        data-testid="withdraw"
        onClick={onWithdraw}
      >
        {words.withdraw}
      </Button>
    </li>
  );
}
