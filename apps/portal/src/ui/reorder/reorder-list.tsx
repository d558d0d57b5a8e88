import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../button.module.css';
import textStyle from '../text.module.css';
import { moveItem } from './move-item.ts';
import classes from './reorder-list.module.css';
import { reorderWords } from './words.ts';

interface ReorderListProps<Item> {
  items: readonly Item[];
  label: string;
  isLocked: boolean;
  keyOf(item: Item): string;
  nameOf(item: Item): string;
  onChange(items: Item[]): void;
  /** Missing where an item cannot be removed. */
  canRemove?(item: Item): boolean;
  head(item: Item, index: number): ReactNode;
  children(item: Item, index: number): ReactNode;
  testId: string;
}

/** An ordered list whose items move by buttons, and by dragging a handle with the mouse. */
export function ReorderList<Item>(props: ReorderListProps<Item>) {
  const { items, isLocked, keyOf, nameOf, onChange, canRemove = () => true } = props;
  const words = usePageWords(reorderWords);
  const id = useId();
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef('');
  // Moving an element in the page takes the focus from it.
  useEffect(() => {
    if (toFocus.current === '') return;
    document.getElementById(toFocus.current)?.focus();
    toFocus.current = '';
  });
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onChange(moveItem(items, from, to));
    setSaid(words.moved(nameOf(item), to + 1, items.length));
  };
  const moveBy = (index: number, step: -1 | 1, buttonId: string) => {
    toFocus.current = buttonId;
    move(index, index + step);
  };
  const remove = (item: Item) => {
    onChange(items.filter((other) => other !== item));
    setSaid(words.removed(nameOf(item)));
    list.current?.focus();
  };
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, to);
    setDragged(null);
    setOver(null);
  };
  return (
    <>
      <ol
        ref={list}
        tabIndex={-1}
        className={classes.list}
        aria-label={props.label}
        data-testid={props.testId}
      >
        {items.map((item, index) => {
          const key = keyOf(item);
          const name = nameOf(item);
          const button = (step: -1 | 1) => {
            const buttonId = `${id}-${key}-${step === -1 ? 'up' : 'down'}`;
            const Icon = step === -1 ? IconArrowUp : IconArrowDown;
            return (
              <button
                type="button"
                id={buttonId}
                className={buttonStyle.icon}
                // Not `disabled`, which would drop the focus at the end of the list.
                aria-disabled={step === -1 ? index === 0 : index === items.length - 1}
                aria-label={(step === -1 ? words.up : words.down)(name)}
                onClick={() => moveBy(index, step, buttonId)}
              >
                <Icon size={18} aria-hidden="true" />
              </button>
            );
          };
          return (
            <li
              key={key}
              className={classes.item}
              data-dragged={dragged === index || undefined}
              data-over={(over === index && dragged !== index) || undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => drop(event, index)}
            >
              <div className={classes.head}>
                {isLocked ? null : (
                  // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the buttons serve everybody
                  <span
                    className={classes.handle}
                    draggable
                    title={words.drag}
                    data-testid={`${props.testId}-handle`}
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      // Firefox starts no drag without data.
                      event.dataTransfer.setData('text/plain', name);
                      const row = event.currentTarget.closest('li');
                      if (row) event.dataTransfer.setDragImage(row, 16, 16);
                      setDragged(index);
                    }}
                    onDragEnd={() => {
                      setDragged(null);
                      setOver(null);
                    }}
                  >
                    <IconGripVertical size={18} aria-hidden="true" />
                  </span>
                )}
                <div className={classes.title}>{props.head(item, index)}</div>
                {isLocked ? null : (
                  <div className={classes.buttons}>
                    {button(-1)}
                    {button(1)}
                    {canRemove(item) ? (
                      <button
                        type="button"
                        className={buttonStyle.icon}
                        aria-label={words.remove(name)}
                        onClick={() => remove(item)}
                      >
                        <IconTrash size={18} aria-hidden="true" />
                      </button>
                    ) : null}
                  </div>
                )}
              </div>
              {props.children(item, index)}
            </li>
          );
        })}
      </ol>
      <p role="status" className={textStyle.hidden}>
        {said}
      </p>
    </>
  );
}
