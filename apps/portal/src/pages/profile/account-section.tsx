import type { User } from '../../api/session.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import parts from '../../ui/parts.module.css';
import { Section } from '../../ui/section.tsx';
import { profileWords } from './words.ts';

export function AccountSection({ user }: { user: User }) {
  const { language } = useLanguage();
  const { account, unknown } = usePageWords(profileWords);
  return (
    <Section id="account" title={account.heading}>
      <dl className={parts.details}>
        {user.eid?.national_id ? (
          <div>
            <dt>{account.nationalId}</dt>
            <dd className={parts.number}>{user.eid.national_id}</dd>
          </div>
        ) : null}
        <div>
          <dt>{account.email}</dt>
          <dd className={parts.number}>{user.email || unknown}</dd>
        </div>
        <div>
          <dt>{account.since}</dt>
          <dd>{formatDate(user.created_at, language)}</dd>
        </div>
        <div>
          <dt>{account.id}</dt>
          <dd className={parts.number} data-testid="account-id">
            {user.id}
          </dd>
          <dd>
            <CopyButton text={user.id} label={account.id} />
          </dd>
        </div>
      </dl>
      <p className={parts.quiet}>{account.idWhy}</p>
    </Section>
  );
}
