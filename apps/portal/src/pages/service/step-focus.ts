import { useEffect, useRef } from 'react';
import { fieldId } from '../../features/service-form/answers.ts';

/** Restores the focus to the field that had it when the person left the page. */
export function useReturn(field: string): void {
  const wanted = useRef(field);
  useEffect(() => {
    if (wanted.current === '') return;
    const input = document.getElementById(fieldId(wanted.current));
    wanted.current = '';
    input?.focus({ preventScroll: true });
    input?.scrollIntoView({ block: 'center' });
  }, []);
}

/** Each step starts at the top of the page with the focus on its heading, so that a screen reader announces it. */
export function useStepFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    window.scrollTo(0, 0);
    // The error summary focuses itself.
    if (!document.querySelector('[data-testid=error-summary]'))
      heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
