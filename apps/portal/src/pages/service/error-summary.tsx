import { useEffect, useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import type { Faults } from './form/check-answers.ts';
import { formWords } from './form/words.ts';
import classes from './service.module.css';

/** Takes the focus when something is wrong and leads to each field. */
export function ErrorSummary({ faults, labels }: { faults: Faults; labels: Record<string, string> }) {
  const words = usePageWords(formWords);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0) summary.current?.focus();
  }, [faults]);
  const listed = Object.entries(faults);
  if (listed.length === 0) return null;
  return (
    <div ref={summary} tabIndex={-1} className={classes.summary} role="alert" data-testid="error-summary">
      <p>{words.errorSummary}</p>
      <ul>
        {listed.map(([id, text]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(id)?.focus();
              }}
            >
              {labels[id] ? `${labels[id]}: ${text}` : text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
