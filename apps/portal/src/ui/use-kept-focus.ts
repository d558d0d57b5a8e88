import { type RefObject, useEffect, useRef } from 'react';

/**
 * When the control that had the focus goes away with its state, the focus stays in the box. Without this a
 * keyboard would start again at the top of the page after each step.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, step: string): void {
  const isInside = useRef(false);

  useEffect(() => {
    const element = box.current;
    const enter = () => {
      isInside.current = true;
    };
    const leave = (event: FocusEvent) => {
      // No next element means the focused one was removed or the window was left: neither is a choice.
      if (event.relatedTarget) isInside.current = false;
    };
    element?.addEventListener('focusin', enter);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', enter);
      element?.removeEventListener('focusout', leave);
    };
  }, [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is the reason to look, not an input
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [step, box]);
}
