import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

/** A part of the page that comes in a file of its own; `load` fetches it before it is drawn. */
export interface LazyPart<Props extends object = object> {
  (props: Props): ReactNode;
  load(): Promise<void>;
}

/**
 * React's `lazy` shows the fallback first even when the file is there, and React then holds back what comes
 * after a fallback for 300 ms, at each level anew. A part that was loaded before it is drawn is drawn at once.
 */
export function lazyPart<Props extends object = object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let part: ComponentType<Props> | undefined;
  const load = async (): Promise<void> => {
    part ??= await fetchPart();
  };
  const Waiting = lazy(async () => {
    const fetched = part ?? (await fetchPart());
    part = fetched;
    return { default: fetched };
  }) as ComponentType<Props>;
  function Part(props: Props) {
    // Chosen once: another kind of component in the same place would lose what the person has typed.
    const [Chosen] = useState<ComponentType<Props>>(() => part ?? Waiting);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, { load });
}

export function isLazyPart(type: unknown): type is LazyPart {
  return typeof type === 'function' && 'load' in type;
}
