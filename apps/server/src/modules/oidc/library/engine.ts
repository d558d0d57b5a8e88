import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Bus } from '../../../kernel/bus/bus.ts';
import { createBusCache } from '../../../kernel/bus/bus-cache.ts';
import { arrangeKeys, loadKeys, oidcChannel, type SigningKey } from '../keys/keys.ts';
import type { ProviderDeps } from './provider.ts';

export interface Built {
  readonly provider: Provider;
  readonly listener: (request: IncomingMessage, response: ServerResponse) => unknown;
}

/** The provider for the current keys. */
export interface Engine {
  current(): Promise<Built>;
}

/**
 * The library takes its keys at construction, so new keys need a new provider: it serves the next request,
 * and running requests end on the old one. Keys change when the bus says so; the signing key also changes
 * with time.
 */
export function createEngine(deps: ProviderDeps & { bus: Bus }): Engine {
  const keys = createBusCache<readonly SigningKey[]>(deps.bus, () => loadKeys(deps));
  deps.bus.on(oidcChannel, (payload) => {
    if (payload['keys'] === true) keys.forget('all');
  });
  let built: (Built & { readonly of: string }) | undefined;
  /** Time alone rearranges keys minutes after they are published, so once a second is enough. */
  let checked: { readonly keys: readonly SigningKey[]; readonly second: number } | undefined;
  return {
    current: async () => {
      const all = await keys.load('all');
      const second = Math.floor(deps.now().getTime() / 1000);
      if (built !== undefined && checked?.keys === all && checked.second === second) return built;
      const arranged = arrangeKeys(all, deps.now());
      const of = arranged.map(({ kid }) => kid).join(' ');
      checked = { keys: all, second };
      if (built?.of === of) return built;
      // Loaded at the first request: the library is a tenth of the processor time of a start.
      const { createProvider } = await import('./provider.ts');
      const provider = createProvider(deps, arranged);
      built = { of, provider, listener: provider.callback() };
      return built;
    },
  };
}
