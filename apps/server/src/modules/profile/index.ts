import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type ImageRouteDeps, imageMounts } from './image-routes.ts';
import { profileRows } from './routes.ts';
import { names } from './schemas.ts';

export { isFetchableImageUrl } from './image-url.ts';
export { findSignatureImage, findStampImage, type UsableImage } from './images.ts';
export { findOrganisationAssets, findSignatureUrl, type OrganisationAssets } from './store.ts';

/** Signature images, stamps and Latin names of people and organisations. */
export function profile(deps: ImageRouteDeps): Module {
  return {
    name: 'profile',
    rows: profileRows(deps),
    mounts: imageMounts(deps),
    errors,
    events,
    schemas: names,
  };
}
