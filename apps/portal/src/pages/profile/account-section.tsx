import { Link } from 'react-router';
import type { User } from '../../api/session.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import factStyle from '../../ui/facts.module.css';
import { Section } from '../../ui/page/section.tsx';
import textStyle from '../../ui/text.module.css';
import { profileWords } from './words.ts';

export function AccountSection({ user }: { user: User }) {
  const { language } = useLanguage();
  const { account, unknown } = usePageWords(profileWords);
  return (
    <Section id="account" title={account.heading}>
      <dl className={factStyle.details}>
        {user.eid?.national_id ? (
          <div>
            <dt>{account.nationalId}</dt>
            <dd className={textStyle.number}>{user.eid.national_id}</dd>
          </div>
        ) : null}
        <div>
          <dt>{account.email}</dt>
          <dd className={textStyle.number}>{user.email || unknown}</dd>
          <dd>
            <Link to="/account">{account.emailChange}</Link>
          </dd>
        </div>
        <div>
          <dt>{account.since}</dt>
          <dd>{formatDate(user.created_at, language)}</dd>
        </div>
        <div>
          <dt>{account.id}</dt>
          <dd className={textStyle.number} data-testid="account-id">
            {user.id}
          </dd>
          <dd>
            <CopyButton text={user.id} label={account.id} />
          </dd>
        </div>
      </dl>
      <p className={textStyle.quiet}>{account.idWhy}</p>
    </Section>
  );
}
