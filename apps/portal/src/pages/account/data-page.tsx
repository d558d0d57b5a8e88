import { Link } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { CopySection } from './copy-section.tsx';
import { dataWords } from './data-words.ts';
import { EraseSection } from './erase-section.tsx';

export function DataPage() {
  const words = usePageWords(dataWords);
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <AccountTabs />
      <div className={pageStyle.sections}>
        <CopySection />
        <Section id="looked" title={words.looked.heading} lead={words.looked.text}>
          <p>
            <Link to="/profile#access">{words.looked.link}</Link>
          </p>
        </Section>
        <EraseSection />
      </div>
    </div>
  );
}
