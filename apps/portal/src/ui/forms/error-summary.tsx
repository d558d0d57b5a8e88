import { useEffect, useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { uiWords } from '../words.ts';
import classes from './error-summary.module.css';
import { findNearest, focusInput } from './find-nearest.ts';

interface ErrorSummaryProps {
  /** The error text of each field, by the id of its input. */
  errors: Readonly<Record<string, string>>;
  labels: Readonly<Record<string, string>>;
}

/** Lists the errors of a form, takes the focus, and links to each field. */
export function ErrorSummary({ errors, labels }: ErrorSummaryProps) {
  const words = usePageWords(uiWords);
  const summary = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  useEffect(() => {
    const count = Object.keys(errors).length;
    // Fewer errors mean that the person is correcting a field, so the focus stays there.
    if (count > 0 && count >= before.current) summary.current?.focus();
    before.current = count;
  }, [errors]);
  const listed = Object.entries(errors);
  if (listed.length === 0) return null;
  return (
    <div ref={summary} tabIndex={-1} className={classes.summary} role="alert" data-testid="error-summary">
      <p>{words.errorSummary}</p>
      <ul>
        {listed.map(([field, text]) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault();
                focusInput(field);
              }}
            >
              {joinLabel(
                findNearest(field, (path) => labels[path]),
                text,
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const joinLabel = (label: string | undefined, text: string): string =>
  label === undefined ? text : `${label}${label.endsWith('?') ? '' : ':'} ${text}`;
