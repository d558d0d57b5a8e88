import type { VerifiedTimestamp } from '../../api/signing.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import classes from './verdict.module.css';
import { verdictWords } from './verdict-words.ts';

export function Timestamps({ title, items }: { title: string; items: readonly VerifiedTimestamp[] }) {
  const { language } = useLanguage();
  const words = usePageWords(verdictWords);
  return (
    <div className={classes.stamps}>
      <h4>{title}</h4>
      <ul>
        {items.map(({ time, authority, trusted, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order
          <li key={index}>
            {[
              formatDateTime(time ?? undefined, language),
              authority,
              problem?.text[language] ?? (trusted ? words.trusted : words.notTrusted),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
