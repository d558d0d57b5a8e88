import { Id, listOf, oneOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';

export const CatalogueQuery = strict({
  authority: Type.Optional(Type.String({ maxLength: 300 })),
  life_event_id: Type.Optional(Id),
  proactivity: Type.Optional(oneOf('information', 'online', 'once_only', 'proactive')),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  /** Taken and not looked at: the catalogue holds what is published. */
  status: Type.Optional(Type.String({ maxLength: 20 })),
});
export type CatalogueQuery = Static<typeof CatalogueQuery>;

export const GovLifeEventList = listOf(
  Type.Object({
    code: Type.String(),
    name: Type.String(),
    kind: oneOf('life', 'business'),
    eu_code: Type.String(),
    en_label: Type.String(),
  }),
);
