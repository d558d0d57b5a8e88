import type { Module } from '../../kernel/module.ts';
import type { RightsDeps } from '../eid-console/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { profileRows } from './routes.ts';
import { names } from './schemas.ts';

export { isFetchableImageUrl } from './image-url.ts';
export { findOrganisationAssets, findSignatureUrl, type OrganisationAssets } from './store.ts';

/** Signature images, stamps and Latin names of people and organisations. */
export function profile(deps: RightsDeps): Module {
  return { name: 'profile', rows: profileRows(deps), errors, events, schemas: names };
}
