import { useEffect, useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import parts from './detail.module.css';
import { administrationWords } from './words.ts';

interface ErrorSummaryProps {
  /** The words of each wrong field, by the id of its input. */
  errors: Record<string, string>;
  labels: Record<string, string>;
}

/** Takes the focus when something is wrong and leads to each field. */
export function ErrorSummary({ errors, labels }: ErrorSummaryProps) {
  const words = usePageWords(administrationWords);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) summary.current?.focus();
  }, [errors]);
  const listed = Object.entries(errors);
  if (listed.length === 0) return null;
  return (
    <div ref={summary} tabIndex={-1} className={parts.summary} role="alert" data-testid="error-summary">
      <p>{words.errorSummary}</p>
      <ul>
        {listed.map(([field, text]) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(field)?.focus();
              }}
            >
              {labels[field] ? `${labels[field]}: ${text}` : text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
