import { listOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';
import { LifeEventView } from '../gov/index.ts';
import { ServicesQuery } from '../registry/index.ts';

export const CatalogueQuery = strict({
  ...ServicesQuery.properties,
  /** Accepted and ignored: the catalogue contains only published services. */
  status: Type.Optional(Type.String({ maxLength: 20 })),
});
export type CatalogueQuery = Static<typeof CatalogueQuery>;

export const GovLifeEventList = listOf(LifeEventView);
