import { Link } from 'react-router';
import { useWords } from '../i18n/provider.tsx';
import { isReaderElsewhere, platformZone } from '../i18n/time.ts';
import classes from './layout.module.css';

const LINKS = [
  ['/help', 'help'],
  ['/help/contact', 'contact'],
  ['/developers', 'developers'],
  ['/status', 'status'],
  ['/privacy', 'privacy'],
  ['/accessibility', 'accessibility'],
  ['/terms', 'terms'],
] as const;

export function Footer() {
  const words = useWords();
  const zone =
    platformZone === 'Asia/Ulaanbaatar' ? words.shell.ulaanbaatar : platformZone.replaceAll('_', ' ');
  return (
    <footer className={classes.footer}>
      <nav className={classes.footerLinks} aria-label={words.shell.footerLinks}>
        {LINKS.map(([to, key]) => (
          <Link key={to} to={to}>
            {words.shell[key]}
          </Link>
        ))}
        <a href="/api/v1/catalog/services">{words.shell.openData}</a>
      </nav>
      <div className={classes.footerInner}>
        <p>{words.shell.footer}</p>
        {isReaderElsewhere(new Date()) ? <p data-testid="time-zone">{words.shell.timeZone(zone)}</p> : null}
        <p>{words.shell.rights}</p>
      </div>
    </footer>
  );
}
