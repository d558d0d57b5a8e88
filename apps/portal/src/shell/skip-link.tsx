import { useState } from 'react';
import { useWords } from '../i18n/provider.tsx';
import classes from './layout.module.css';

/** Leads past the header, and past the menu of a signed-in person where the page has one. */
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
