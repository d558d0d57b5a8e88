import { useWords } from '../i18n/provider.tsx';
import classes from './layout.module.css';

export function Footer() {
  const words = useWords();
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <p>{words.shell.footer}</p>
        <p>{words.shell.rights}</p>
      </div>
    </footer>
  );
}
