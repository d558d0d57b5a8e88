import { CopyButton } from './copy-button.tsx';
import classes from './snippet.module.css';

export function Snippet({ file, text }: { file: string; text: string }) {
  return (
    <div className={classes.file} data-testid="snippet">
      <div className={classes.fileHead}>
        <span>{file}</span>
        <CopyButton text={text} label={file} />
      </div>
      {/* Wider than the page on a phone, so keyboard users must be able to scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label={file}>
        <pre>{text}</pre>
      </section>
    </div>
  );
}
