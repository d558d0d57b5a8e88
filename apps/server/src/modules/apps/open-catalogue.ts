import { type Catalogue, createCatalogue } from './catalogue.ts';
import { developmentCatalogue } from './development/index.ts';
import { withPlatformApps } from './platform-apps.ts';

/** Development has a default catalogue; production without settings has only the platform apps. */
export function openCatalogue(options: {
  path: string | undefined;
  publicKey: string | undefined;
  production: boolean;
  now: () => Date;
  onRefused: (reason: string) => void;
}): Catalogue {
  const { now, onRefused, production } = options;
  if (production && options.publicKey === developmentCatalogue.publicKey)
    throw new Error('APP_CATALOG_PUBLIC_KEY is the public development key: set the key of your publisher');
  const path = options.path ?? (production ? undefined : developmentCatalogue.path);
  const publicKey = options.publicKey ?? (production ? undefined : developmentCatalogue.publicKey);
  const published =
    path === undefined || publicKey === undefined
      ? undefined
      : createCatalogue({ path, publicKey, now, onRefused });
  return { current: async () => withPlatformApps((await published?.current()) ?? []) };
}
