import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endOtherSessions, endSession, type OwnSession, sessionsQuery } from '../../api/account.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { focusSection, Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { ActionFailure, Done, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { accountWords } from './words.ts';

const PHONES = ['iPhone', 'Android'];

export function SessionsSection() {
  const { sessions: words } = usePageWords(accountWords);
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const [asked, setAsked] = useState<OwnSession | 'others' | null>(null);
  const [said, setSaid] = useState('');
  const end = useMutation({
    mutationFn: async (which: OwnSession | 'others') => {
      if (which === 'others') return words.othersEnded((await endOtherSessions()).ended);
      await endSession(which.id);
      return words.ended;
    },
    onSuccess: async (text) => {
      await client.invalidateQueries({ queryKey: ['account'] });
      setSaid(text);
      setAsked(null);
      focusSection('sessions');
    },
  });
  const ask = (which: OwnSession | 'others') => {
    end.reset();
    setSaid('');
    setAsked(which);
  };
  return (
    <Section id="sessions" title={words.heading} lead={words.lead}>
      <Done testId="sessions-said">{said}</Done>
      <Loaded query={query} source="platform" lines={3}>
        {({ items }) => (
          <>
            <ul className={rowStyle.rows}>
              {items.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
              ))}
            </ul>
            {items.some(({ current }) => !current) ? (
              <div>
                <Button variant="default" data-testid="end-others" onClick={() => ask('others')}>
                  {words.endOthers}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === 'others' ? words.endOthersTitle : words.endTitle}
        action={asked === 'others' ? words.endOthers : words.end}
        isPending={end.isPending}
        failure={<ActionFailure error={end.error} />}
        onConfirm={() => asked && end.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{asked === 'others' ? words.endOthersText : words.endText}</p>
      </ConfirmDialog>
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd(): void }) {
  const { language } = useLanguage();
  const { sessions: words, methods, history } = usePageWords(accountWords);
  const Icon = PHONES.includes(session.system) ? IconDeviceMobile : IconDeviceDesktop;
  const name = words.on(session.browser, session.system) || words.unknown;
  const since = formatDateTime(session.created_at, language);
  return (
    <li className={rowStyle.row} data-testid="session" data-current={session.current}>
      <Icon size={24} stroke={1.6} aria-hidden="true" />
      <div className={rowStyle.rowText}>
        <p className={rowStyle.rowTitle}>
          {name}
          {session.current ? <Badge tone="good">{words.current}</Badge> : null}
        </p>
        <p>
          {words.since(since)} · {methods[session.method]}
        </p>
        <p className={textStyle.quiet}>
          {words.used(formatDateTime(session.used_at, language))}
          {session.ip === '' ? '' : ` · ${history.address(session.ip)}`}
        </p>
      </div>
      {session.current ? null : (
        <Button
          variant="default"
          size="sm"
          aria-label={words.endLabel(name, since)}
          data-testid="end-session"
          onClick={onEnd}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}
