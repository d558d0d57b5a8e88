import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

/** A part of the page in a separate file; `load` fetches it before it renders. */
export interface LazyPart<Props extends object = object> {
  (props: Props): ReactNode;
  load(): Promise<void>;
}

/**
 * React's `lazy` shows the fallback first even if the file is loaded, and React then delays content after a fallback
 * by 300 ms at each level. A part that was loaded before renders at once.
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
    // Chosen once: switching the component type would remount it and lose the person's input.
    const [Chosen] = useState<ComponentType<Props>>(() => part ?? Waiting);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, { load });
}

export function isLazyPart(type: unknown): type is LazyPart {
  return typeof type === 'function' && 'load' in type;
}
