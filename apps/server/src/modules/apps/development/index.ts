import { join } from 'node:path';

/**
 * Development default. The signing key is public (it lies next to the catalogue), so production rejects both.
 * After a change of catalogue.json run sign.ts.
 */
export const developmentCatalogue = {
  path: join(import.meta.dirname, 'catalogue.json'),
  publicKey: 'MCowBQYDK2VwAyEAE1UzUWgp8Uxu51TMpL0Ps1NDZt2P3cC2rNnphaiSnNI=',
};
