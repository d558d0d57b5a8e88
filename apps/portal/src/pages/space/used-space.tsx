import type { CSSProperties } from 'react';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import classes from './space.module.css';
import { spacePageWords } from './words.ts';

const ALMOST_FULL = 0.9;

export function UsedSpace({ used, limit }: { used: number; limit: number }) {
  const { language } = useLanguage();
  const { used: words } = usePageWords(spacePageWords);
  const free = Math.max(0, limit - used);
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const text = words.text(formatSize(used, language), formatSize(limit, language));
  return (
    <div className={classes.used} data-testid="used-space">
      <meter
        className={classes.bar}
        data-tone={share >= ALMOST_FULL ? 'warn' : undefined}
        value={share}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
        aria-label={words.label}
        aria-valuetext={text}
      />
      <p className={classes.usedText}>
        <span>{text}</span>
        <span>{free === 0 ? words.full : words.free(formatSize(free, language))}</span>
      </p>
    </div>
  );
}
