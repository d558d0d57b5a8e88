import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const kinds = ['news', 'disruption', 'maintenance'] as const;
export type Kind = (typeof kinds)[number];

const paragraph = Type.String({ maxLength: 2000 });

export const AnnouncementBody = strict(
  {
    kind: oneOf(...kinds),
    title: line(120),
    title_en: line(120),
    body: paragraph,
    body_en: paragraph,
    starts_at: Timestamp,
    ends_at: Type.Union([Timestamp, Type.Null()]),
    read_only: Type.Optional(
      Type.Boolean({ description: 'Maintenance during which nothing can be changed' }),
    ),
  },
  { description: 'Announcement to show' },
);
export type AnnouncementBody = Static<typeof AnnouncementBody>;

export const Announcement = Type.Object(
  {
    id: Id,
    kind: oneOf(...kinds),
    title: Type.String(),
    title_en: Type.String(),
    body: Type.String(),
    body_en: Type.String(),
    starts_at: Timestamp,
    ends_at: Type.Union([Timestamp, Type.Null()]),
    read_only: Type.Boolean(),
    updated_at: Timestamp,
  },
  { description: 'Announcement to everybody' },
);
export type Announcement = Static<typeof Announcement>;
export const AnnouncementList = listOf(Announcement);

/** Names of these schemas in the OpenAPI document, and of the types that the portal imports. */
export const names = { Announcement, AnnouncementBody };
