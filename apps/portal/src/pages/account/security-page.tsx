import { Link } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import classes from './account.module.css';
import { AccountTabs } from './account-tabs.tsx';
import { HistorySection } from './history-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { accountWords } from './words.ts';

const LINKS = {
  consents: '/profile#consents',
  connections: '/connections',
  devices: '/profile#devices',
  access: '/profile#access',
} as const;

export function SecurityPage() {
  const words = usePageWords(accountWords);
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.security.title} lead={words.security.lead} />
      <AccountTabs />
      <div className={pageStyle.sections}>
        <SessionsSection />
        <Section id="more" title={words.links.heading}>
          <ul className={classes.links}>
            {(Object.keys(LINKS) as (keyof typeof LINKS)[]).map((link) => (
              <li key={link}>
                <Link to={LINKS[link]}>{words.links[link]}</Link>
              </li>
            ))}
          </ul>
        </Section>
        <HistorySection />
      </div>
    </div>
  );
}
