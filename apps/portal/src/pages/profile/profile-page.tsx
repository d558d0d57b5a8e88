import { NameCard } from '../../features/people/name-card.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { AccessSection } from './access-section.tsx';
import { AccountSection } from './account-section.tsx';
import { ActivitySection } from './activity-section.tsx';
import { CertificatesSection } from './certificates-section.tsx';
import { ConsentsSection } from './consents-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import classes from './profile.module.css';
import { SignatureSection } from './signature-section.tsx';
import { SocialSection } from './social-section.tsx';
import { SummarySection } from './summary-section.tsx';
import { profileWords } from './words.ts';

const LISTED = ['certificates', 'devices', 'activity', 'signature', 'social', 'consents', 'access'] as const;

export function ProfilePage() {
  const words = usePageWords(profileWords);
  const { user } = useSession();
  usePageTitle(words.title);

  return (
    <div className={pageStyle.page}>
      <header className={headStyle.head}>
        <PageHeading>{words.title}</PageHeading>
        <p className={headStyle.names}>
          <span lang="mn">{user.full_name}</span>
          {user.full_name_en ? <span lang="en">{user.full_name_en}</span> : null}
        </p>
      </header>
      <nav className={classes.contents} aria-label={words.onThisPage}>
        <ul>
          {LISTED.map((part) => (
            <li key={part}>
              <a href={`#${part}`}>{words[part].heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={pageStyle.sections}>
        <div className={pageStyle.pair}>
          <NameCard user={user} />
          <AccountSection user={user} />
        </div>
        <SummarySection />
        <CertificatesSection />
        <DevicesSection />
        <ActivitySection />
        <SignatureSection />
        <SocialSection />
        <ConsentsSection />
        <AccessSection />
      </div>
    </div>
  );
}
