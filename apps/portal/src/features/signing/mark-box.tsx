import { IconQrcode } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { MarkPlace } from '../../api/signing.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import type { PageSize } from '../pdf/use-pdf.ts';
import classes from './mark.module.css';
import { keepInside } from './mark-geometry.ts';
import { markWords } from './mark-words.ts';

const STEP = 12;
const SMALL_STEP = 2;

interface MarkBoxProps {
  place: MarkPlace;
  page: PageSize;
  /** Lines that the mark will show, such as the name of the person. */
  lines: readonly string[];
  hintId: string;
  /** True once, after the keyboard moved the mark to another page. */
  takeFocus: { current: boolean };
  onMove(place: MarkPlace): void;
  onTurn(by: 1 | -1): void;
  onReset(): void;
}

/** The mark on its page, as large as the server prints it; dragged, or moved by keys. */
export function MarkBox({ place, page, lines, hintId, takeFocus, onMove, onTurn, onReset }: MarkBoxProps) {
  const words = usePageWords(markWords);
  const box = useRef<HTMLButtonElement>(null);
  const drag = useRef<{ x: number; y: number; from: MarkPlace } | null>(null);
  useEffect(() => {
    if (!takeFocus.current) return;
    takeFocus.current = false;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [takeFocus]);

  const move = (dx: number, dy: number, from = place) =>
    onMove(keepInside({ ...from, x: from.x + dx, y: from.y + dy }, page));
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? SMALL_STEP : STEP;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => move(-step, 0),
      ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, step),
      ArrowDown: () => move(0, -step),
      PageUp: () => onTurn(-1),
      PageDown: () => onTurn(1),
      Home: onReset,
    };
    const action = actions[event.key];
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
    // Otherwise the frame would scroll away from the mark.
    event.preventDefault();
    action();
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, from: place };
  };
  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    const shown = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!drag.current || !shown || shown.width === 0) return;
    const points = page.width / shown.width;
    const { x, y, from } = drag.current;
    move((event.clientX - x) * points, (y - event.clientY) * points, from);
  };
  const release = () => {
    drag.current = null;
  };
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <button
      ref={box}
      type="button"
      className={classes.mark}
      aria-roledescription={words.movable}
      aria-describedby={hintId}
      style={{
        left: percent(place.x, page.width),
        bottom: percent(place.y, page.height),
        width: percent(place.width, page.width),
        height: percent(place.height, page.height),
      }}
      data-testid="mark"
      data-place={`${place.page} ${Math.round(place.x)} ${Math.round(place.y)}`}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <span className={textStyle.hidden}>{words.mark}: </span>
      <span className={classes.markText}>
        <span className={classes.strong}>{words.title}</span>
        {lines.map((line) => (
          <span key={line} className={classes.strong}>
            {line}
          </span>
        ))}
        <span>{words.date}</span>
        <span>{words.scan}</span>
      </span>
      <IconQrcode className={classes.markCode} stroke={1.4} aria-hidden="true" />
    </button>
  );
}
