import { useLanguage } from '../i18n/provider.tsx';
import classes from './layout.module.css';

/** One button for two languages; each is named in its own language, for people who cannot read the other. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const other = language === 'mn' ? 'en' : 'mn';
  return (
    <button
      type="button"
      className={classes.tool}
      data-testid="language"
      lang={other}
      onClick={() => setLanguage(other)}
    >
      {other === 'en' ? 'English' : 'Монгол'}
    </button>
  );
}
