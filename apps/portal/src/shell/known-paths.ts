import { CONSOLE_PLACES } from './console/places.ts';
import { places } from './places.ts';

/** The server answers 404 for every other address; console pages are listed by name. */
export const knownPaths: readonly string[] = [
  ...Object.values(places)
    .map(({ path }) => path)
    .filter((path) => path !== places.console.path),
  '/console',
  ...CONSOLE_PLACES.map(({ path }) => path),
];
