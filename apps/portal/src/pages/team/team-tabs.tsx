import { NavLink } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import tabStyle from '../../ui/page/tabs.module.css';
import { teamWords } from './words.ts';

export function TeamTabs() {
  const words = usePageWords(teamWords);
  return (
    <nav className={`${tabStyle.tabs} ${tabStyle.places}`} aria-label={words.tabs}>
      <NavLink to="/team" end data-testid="team-figures">
        {words.figuresTab}
      </NavLink>
      <NavLink to="/team/templates" data-testid="team-templates">
        {words.templatesTab}
      </NavLink>
    </nav>
  );
}
