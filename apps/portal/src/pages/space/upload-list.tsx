import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconFile } from '@tabler/icons-react';
import { useId, useRef, useSyncExternalStore } from 'react';
import { spaceWords } from '../../features/space/words.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import classes from './space.module.css';
import { isRunning, type UploadItem, type UploadQueue } from './upload-queue.ts';
import { spacePageWords } from './words.ts';

/** The uploads of this visit. Separate from the page, because progress must not draw thousands of rows again. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const { uploads: words } = usePageWords(spacePageWords);
  const items = useSyncExternalStore(queue.subscribe, queue.getItems);
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  // A pressed button disappears with the state that it ends.
  useKeptFocus(box, items.map(({ id, state }) => `${id}${state}`).join());
  const count = (state: UploadItem['state']) => items.filter((item) => item.state === state).length;
  const isBusy = items.some(isRunning);
  const failed = count('failed');
  const said = [
    isBusy ? words.progress(count('done'), items.length - count('stopped')) : '',
    !isBusy && count('done') > 0 ? words.finished(count('done')) : '',
    failed > 0 ? words.failed(failed) : '',
  ].filter(Boolean);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={items.length > 0 ? classes.uploads : classes.idle}
      aria-labelledby={items.length > 0 ? titleId : undefined}
      data-testid="uploads"
    >
      {items.length > 0 ? (
        <div className={classes.uploadsHead}>
          <h2 id={titleId}>{words.heading}</h2>
          {items.every(isRunning) ? null : (
            <Button variant="subtle" size="compact-sm" data-testid="clear-uploads" onClick={queue.clear}>
              {words.clear}
            </Button>
          )}
        </div>
      ) : null}
      {/* Says each ended file, not each percent. */}
      <p role="status" data-testid="uploads-said">
        {said.join(' ')}
      </p>
      {items.length > 0 ? (
        <ul>
          {items.map((item) => (
            <Upload key={item.id} item={item} queue={queue} />
          ))}
        </ul>
      ) : null}
      {isBusy ? <p className={textStyle.quiet}>{words.leaving}</p> : null}
    </section>
  );
}

const ICONS = { done: IconCircleCheck, failed: IconCircleX };

function Upload({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { language } = useLanguage();
  const { uploads: words } = usePageWords(spacePageWords);
  const { codes } = usePageWords(spaceWords);
  const explain = useExplanation('server', codes);
  const { state, name, share, file } = item;
  const percent = Math.floor(share * 100);
  const Icon = state === 'done' || state === 'failed' ? ICONS[state] : IconFile;
  return (
    <li data-testid="upload" data-state={state} className={classes.upload}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.uploadText}>
        <p className={classes.uploadName}>
          {name} <span className={textStyle.quiet}>{formatSize(file.size, language)}</span>
        </p>
        {state === 'sending' || state === 'saving' ? (
          <progress className={classes.progress} value={share} max={1} aria-label={name} />
        ) : null}
        <p className={state === 'failed' ? classes.fault : textStyle.quiet} data-testid="upload-state">
          {state === 'failed'
            ? explain(item.error)
            : state === 'sending'
              ? words.sending(percent)
              : words[state]}
        </p>
      </div>
      {isRunning(item) ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={words.stopFile(name)}
          data-testid="stop-upload"
          onClick={() => queue.stop(item.id)}
        >
          {words.stop}
        </Button>
      ) : null}
      {state === 'failed' || state === 'stopped' ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={words.retryFile(name)}
          data-testid="retry-upload"
          onClick={() => queue.retry(item.id)}
        >
          {words.retry}
        </Button>
      ) : null}
    </li>
  );
}
