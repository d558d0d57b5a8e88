import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import layoutStyle from '../../../ui/layout.module.css';
import type { Form } from './form-model.ts';
import { nameRemoved } from './name-part.ts';
import { builderWords } from './words.ts';

interface Removal {
  part: string;
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
    const part = nameRemoved(form, next, words, language);
    setRemoval(
      part === undefined ? null : { part, before: form, after: JSON.stringify(next), isUndone: false },
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
        words.restored(removal.part)
      ) : (
        <>
          <span>{words.removed(removal.part)}</span>
          <Button variant="default" size="compact-sm" data-testid="undo-remove" onClick={undo}>
            {words.undo}
          </Button>
        </>
      )}
    </div>
  );
  return { onChange, notice };
}
