import { NavLink } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import tabStyle from '../../ui/page/tabs.module.css';
import classes from './account.module.css';
import { accountWords, TABS } from './words.ts';

export function AccountTabs() {
  const words = usePageWords(accountWords);
  return (
    <nav className={`${tabStyle.tabs} ${classes.tabs}`} aria-label={words.tabsLabel}>
      {TABS.map((tab) => (
        <NavLink
          key={tab}
          to={tab === 'contact' ? '/account' : `/account/${tab}`}
          end
          data-testid={`account-${tab}`}
        >
          {words.tabs[tab]}
        </NavLink>
      ))}
    </nav>
  );
}
