import { useState } from 'react';
import { useWords } from '../i18n/provider.tsx';
import classes from './layout.module.css';

/** Skips the header and, if present, the menu. */
export function SkipLink() {
  const words = useWords();
  const [target, setTarget] = useState('#content');
  return (
    <a
      className={classes.skip}
      href={target}
      onFocus={() => setTarget(document.getElementById('page') ? '#page' : '#content')}
    >
      {words.shell.skipToContent}
    </a>
  );
}
