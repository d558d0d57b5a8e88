import { IconHistory, IconLogin2, IconShieldExclamation, IconUserEdit } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { historyQuery, type SecurityHistoryEntry } from '../../api/account.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { CardList } from '../../ui/table/card-list.tsx';
import { momentColumn } from '../../ui/table/columns.tsx';
import { SaveRows } from '../../ui/table/save-rows.tsx';
import textStyle from '../../ui/text.module.css';
import { type AccountWords, accountWords } from './words.ts';

const BAD: readonly string[] = ['sign_in_failed', 'session_reused', 'contact_code_wrong', 'number_passed'];

export function HistorySection() {
  const accountTexts = usePageWords(accountWords);
  const { history: words, sessions } = accountTexts;
  const query = useInfiniteQuery(historyQuery);
  return (
    <Section id="history" title={words.heading} lead={words.lead}>
      <SaveRows
        id="security-history"
        query={historyQuery}
        columns={[
          momentColumn({ key: 'time', title: words.file.time, at: ({ at }) => at }),
          { key: 'event', title: words.file.event, text: (entry) => describe(entry, accountTexts) },
          {
            key: 'device',
            title: words.file.device,
            text: ({ browser, system }) => sessions.on(browser, system),
          },
          { key: 'address', title: words.file.address, text: ({ ip }) => ip },
        ]}
      />
      <CardList
        query={query}
        icon={<IconHistory size={30} stroke={1.5} />}
        words={words}
        className={rowStyle.rows}
      >
        {(entry) => <HistoryRow key={entry.id} entry={entry} />}
      </CardList>
    </Section>
  );
}

function HistoryRow({ entry }: { entry: SecurityHistoryEntry }) {
  const { language } = useLanguage();
  const words = usePageWords(accountWords);
  const isBad = BAD.includes(entry.kind);
  const Icon = isBad ? IconShieldExclamation : entry.kind === 'sign_in' ? IconLogin2 : IconUserEdit;
  const reason = entry.reason === undefined ? undefined : words.history.reasons[entry.reason];
  const device = words.sessions.on(entry.browser, entry.system);
  const where = [device, entry.ip === '' ? '' : words.history.address(entry.ip)].filter(Boolean).join(' · ');
  return (
    <li
      className={rowStyle.row}
      data-testid="history-entry"
      data-kind={entry.kind}
      data-tone={isBad ? 'bad' : 'plain'}
    >
      <Icon size={24} stroke={1.6} aria-hidden="true" />
      <div className={rowStyle.rowText}>
        <p className={rowStyle.rowTitle}>
          {describe(entry, words)}
          {entry.new_device ? <Badge tone="warn">{words.history.newDevice}</Badge> : null}
        </p>
        {reason === undefined ? null : <p>{reason}</p>}
        {where === '' ? null : <p>{where}</p>}
        <p className={textStyle.quiet}>{formatDateTime(entry.at, language)}</p>
      </div>
    </li>
  );
}

function describe(entry: SecurityHistoryEntry, { history, methods }: AccountWords): string {
  const contact = entry.contact ?? 'email';
  const name = entry.application ?? history.app;
  const texts: Record<SecurityHistoryEntry['kind'], string> = {
    sign_in: history.signedIn(methods[entry.method ?? 'eid']),
    sign_in_failed: history.failed,
    session_ended: history.sessionEnded,
    sessions_ended: history.sessionsEnded,
    session_reused: history.sessionReused,
    contact_proven: history.proven[contact],
    contact_removed: history.removed[contact],
    contact_code_wrong: history.codeWrong,
    social_linked: history.socialLinked,
    social_unlinked: history.socialUnlinked,
    app_allowed: history.appAllowed(name),
    app_withdrawn: history.appWithdrawn(name),
    data_asked: history.dataAsked,
    data_downloaded: history.dataDownloaded,
    erasure_asked: history.erasureAsked,
    erasure_withdrawn: history.erasureWithdrawn,
    number_changed: history.numberChanged,
    number_passed: history.numberPassed,
  };
  return texts[entry.kind];
}
