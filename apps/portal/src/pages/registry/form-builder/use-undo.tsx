import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import layoutStyle from '../../../ui/layout.module.css';
import type { Form } from './form-model.ts';
import { nameRemoved, nameUnconditioned } from './name-part.ts';
import { builderWords } from './words.ts';

interface Removal {
  /** Empty if nothing but conditions went. */
  part: string;
  /** Parts whose condition went with it. */
  lost: string;
  before: Form;
  /** The form right after it, as text: a later change ends the offer. */
  after: string;
  isUndone: boolean;
}

/** Offers to bring back the group, question or document that was removed last. */
export function useUndo(
  form: Form,
  onPut: (form: Form) => void,
): { onChange(form: Form): void; notice: ReactNode } {
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const onChange = (next: Form) => {
    const lost = nameUnconditioned(form, next, words, language).join(', ');
    // A question that moved behind the ones that depend on it is not removed, but they lose their condition.
    const part = nameRemoved(form, next, words, language) ?? (lost === '' ? undefined : '');
    setRemoval(
      part === undefined ? null : { part, lost, before: form, after: JSON.stringify(next), isUndone: false },
    );
    onPut(next);
  };
  const isShown = removal !== null && (removal.isUndone || JSON.stringify(form) === removal.after);
  const undo = () => {
    if (removal === null) return;
    setRemoval({ ...removal, isUndone: true });
    onPut(removal.before);
  };
  const notice = (
    <div className={layoutStyle.row} role="status" data-testid="removed-part">
      {!isShown ? null : removal.isUndone ? (
        words.restored(removal.part || removal.lost)
      ) : (
        <>
          <span>
            {removal.part === '' ? null : words.removed(removal.part)}{' '}
            {removal.lost === '' ? null : words.unconditioned(removal.lost)}
          </span>
          <Button variant="default" size="compact-sm" data-testid="undo-remove" onClick={undo}>
            {words.undo}
          </Button>
        </>
      )}
    </div>
  );
  return { onChange, notice };
}
