import { useWords } from '../i18n/provider.tsx';
import { isReaderElsewhere, platformZone } from '../i18n/time.ts';
import classes from './layout.module.css';

export function Footer() {
  const words = useWords();
  const zone =
    platformZone === 'Asia/Ulaanbaatar' ? words.shell.ulaanbaatar : platformZone.replaceAll('_', ' ');
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <p>{words.shell.footer}</p>
        {isReaderElsewhere(new Date()) ? <p data-testid="time-zone">{words.shell.timeZone(zone)}</p> : null}
        <p>{words.shell.rights}</p>
      </div>
    </footer>
  );
}
