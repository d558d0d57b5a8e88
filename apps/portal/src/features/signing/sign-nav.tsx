import { NavLink } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import tabStyle from '../../ui/page/tabs.module.css';
import classes from './sign-nav.module.css';
import { signNavWords } from './sign-nav-words.ts';

const LINKS = ['sign', 'sign-requests', 'sign-documents', 'sign-verify'] as const;

/** The pages of signing, above each of them. */
export function SignNav() {
  const words = usePageWords(signNavWords);
  return (
    <nav className={`${tabStyle.tabs} ${classes.nav}`} aria-label={words.label}>
      {LINKS.map((key) => (
        <NavLink key={key} to={places[key].path} end={key === 'sign'} data-testid={`sign-nav-${key}`}>
          {words.links[key]}
        </NavLink>
      ))}
    </nav>
  );
}
