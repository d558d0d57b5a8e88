import { useQuery } from '@tanstack/react-query';
import { contactsQuery } from '../../api/account.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { ContactSection } from './contact-section.tsx';
import { TopicsSection } from './topics-section.tsx';
import { accountWords } from './words.ts';

export function AccountPage() {
  const words = usePageWords(accountWords);
  const query = useQuery(contactsQuery);
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.contact.title} lead={words.contact.lead} />
      <AccountTabs />
      <div className={pageStyle.sections}>
        <Loaded query={query} source="platform" lines={4}>
          {(contacts) => (
            <div className={pageStyle.pair}>
              <ContactSection kind="email" contact={contacts.email} />
              <ContactSection kind="phone" contact={contacts.phone} />
            </div>
          )}
        </Loaded>
        <TopicsSection />
      </div>
    </div>
  );
}
