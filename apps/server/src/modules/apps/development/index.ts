import { join } from 'node:path';

/**
 * The catalogue of a desk: signed with a key that lies beside it for everybody to see, so production refuses both.
 * After a change of catalogue.json run sign.ts.
 */
export const developmentCatalogue = {
  path: join(import.meta.dirname, 'catalogue.json'),
  publicKey: 'MCowBQYDK2VwAyEAE1UzUWgp8Uxu51TMpL0Ps1NDZt2P3cC2rNnphaiSnNI=',
};
