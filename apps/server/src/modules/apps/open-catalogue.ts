import { type Catalogue, createCatalogue } from './catalogue.ts';
import { developmentCatalogue } from './development/index.ts';

/** The configured catalogue; a desk has one of its own, and production without one has none. */
export function openCatalogue(options: {
  path: string | undefined;
  publicKey: string | undefined;
  production: boolean;
  now: () => Date;
  onRefused: (reason: string) => void;
}): Catalogue {
  const { now, onRefused, production } = options;
  if (production && options.publicKey === developmentCatalogue.publicKey)
    throw new Error(
      'APP_CATALOG_PUBLIC_KEY is the development key, which everybody holds: set the publisher’s own',
    );
  const path = options.path ?? (production ? undefined : developmentCatalogue.path);
  const publicKey = options.publicKey ?? (production ? undefined : developmentCatalogue.publicKey);
  if (path === undefined || publicKey === undefined) return { current: async () => undefined };
  return createCatalogue({ path, publicKey, now, onRefused });
}
