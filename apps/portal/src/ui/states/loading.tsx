import { useWords } from '../../i18n/provider.tsx';
import classes from './loading.module.css';

export function Loading() {
  const words = useWords();
  return (
    <div className={classes.loading} role="status" data-testid="loading">
      <p>{words.shell.loading}</p>
    </div>
  );
}
