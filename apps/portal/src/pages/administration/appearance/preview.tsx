import type { CSSProperties } from 'react';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import type { Look } from '../../../theme/look-store.ts';
import { SCHEME_VARIABLES } from '../../../theme/theme.ts';
import { useBrand } from '../../../ui/page/brand.ts';
import classes from './appearance.module.css';
import { appearanceWords } from './words.ts';

/** A copy of the style sheets' values, so that one page can show both schemes. */
const BASE = {
  light: {
    ...SCHEME_VARIABLES.light,
    '--mantine-color-text': '#14202f',
    '--mantine-color-ink-filled': 'var(--mantine-color-ink-7)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-7)',
  },
  dark: {
    ...SCHEME_VARIABLES.dark,
    '--mantine-color-text': '#e3e9f2',
    '--mantine-color-ink-filled': 'var(--mantine-color-ink-5)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-4)',
  },
};

export function Preview({ look }: { look: Look }) {
  const words = usePageWords(appearanceWords);
  return (
    <div className={classes.preview} data-testid="preview">
      <h3>{words.preview}</h3>
      <div className={classes.previewPair}>
        <Sample look={look} scheme="light" label={words.previewLight} />
        <Sample look={look} scheme="dark" label={words.previewDark} />
      </div>
    </div>
  );
}

function Sample({ look, scheme, label }: { look: Look; scheme: 'light' | 'dark'; label: string }) {
  const { language } = useLanguage();
  const words = usePageWords(appearanceWords);
  const brand = useBrand();
  const texts = look.texts[language];
  return (
    <div
      role="img"
      aria-label={label}
      className={classes.sample}
      data-font={look.font}
      data-density={look.style}
      style={{ ...BASE[scheme], ...look[scheme] } as CSSProperties}
    >
      <div className={classes.sampleBar}>
        <span className={classes.sampleBrand}>{texts.name ?? brand.name}</span>
        <span className={classes.sampleGold} />
      </div>
      <div className={classes.sampleCard}>
        <span className={classes.sampleHeading}>{texts.heading ?? words.sampleHeading}</span>
        <span className={classes.sampleMuted}>{texts.lead ?? words.sampleText}</span>
        <span className={classes.sampleField}>{words.sampleField}</span>
        <span className={classes.sampleRow}>
          <span className={classes.sampleButton}>{words.sampleButton}</span>
          <span className={classes.sampleLink}>{words.sampleLink}</span>
        </span>
        <span className={classes.sampleRow}>
          <span className={classes.sampleGood}>{words.sampleGood}</span>
          <span className={classes.sampleBad}>{words.sampleBad}</span>
        </span>
      </div>
    </div>
  );
}
