import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in the box when the focused control disappears. Without this, keyboard users would start again at
 * the top of the page after each step.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, step: string): void {
  const isInside = useRef(false);

  useEffect(() => {
    const element = box.current;
    const enter = () => {
      isInside.current = true;
    };
    const leave = (event: FocusEvent) => {
      // No next element means that the focused one was removed or the window lost focus; neither is the person's
      // choice.
      if (event.relatedTarget) isInside.current = false;
    };
    element?.addEventListener('focusin', enter);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', enter);
      element?.removeEventListener('focusout', leave);
    };
  }, [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step triggers the check
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [step, box]);
}
