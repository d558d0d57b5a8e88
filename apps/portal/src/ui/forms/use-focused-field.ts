import { type RefObject, useEffect, useRef } from 'react';

/** The field of a form that was just opened: it has the focus, and gets it back with each mistake. */
export function useFocusedField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
