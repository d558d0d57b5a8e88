import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const maybe = (maxLength: number) => Type.Optional(text(maxLength));
const Slug = Type.String({ maxLength: 64, pattern: '^[a-z0-9_-]{1,64}$' });
const AppId = Type.String({ maxLength: 120, pattern: '^[a-z0-9][a-z0-9._-]*$' });
const Https = Type.String({ maxLength: 2048, pattern: '^https://[^\\s/]+' });
const People = Type.Optional(Type.Array(text(200), { maxItems: 50 }));

export const PermissionEntry = Type.Object({
  code: Type.String({ maxLength: 80, pattern: '^[a-z0-9_.-]+$' }),
  name: text(200),
  description: maybe(1000),
  admin_only: Type.Boolean(),
  default_roles: Type.Array(oneOf('manager', 'user'), { maxItems: 2 }),
});
export type PermissionEntry = Static<typeof PermissionEntry>;

const External = Type.Object({
  launch_url: Https,
  sso_client_id: maybe(200),
  scopes: Type.Array(text(80), { maxItems: 50 }),
  embed: oneOf('new_tab', 'iframe'),
  health_url: Type.Optional(Https),
});

const MenuEntry = Type.Object({
  id: text(64),
  parent_id: maybe(64),
  label: text(200),
  path: maybe(300),
  external_url: Type.Optional(Https),
  icon: maybe(64),
  order: Type.Integer(),
});

export const Manifest = Type.Object({
  id: AppId,
  name: text(200),
  version: text(64),
  type: oneOf('module', 'external'),
  external: Type.Optional(External),
  platform: text(100),
  dependencies: Type.Array(Type.Object({ id: AppId, version_constraint: text(100) }), { maxItems: 50 }),
  permissions: Type.Array(PermissionEntry, { maxItems: 200 }),
  menus: Type.Array(MenuEntry, { maxItems: 100 }),
  publisher: maybe(200),
  authors: People,
  maintainers: People,
  repository: Type.Optional(Https),
  homepage: Type.Optional(Https),
  license: maybe(64),
  release_notes: maybe(10_000),
  order: Type.Optional(Type.Integer()),
  chrome: maybe(32),
  visibility: oneOf('public', 'private'),
});
export type Manifest = Static<typeof Manifest>;

const Release = Type.Object({
  version: text(64),
  at: Timestamp,
  kind: maybe(32),
  summary: maybe(500),
  details: maybe(10_000),
  authors: People,
  refs: Type.Optional(Type.Array(text(300), { maxItems: 50 })),
});

const Words = Type.Object({ name: maybe(200), description: maybe(2000) });

export const CatalogueApp = Type.Object({
  id: AppId,
  slug: Slug,
  name: text(200),
  description: text(2000),
  icon_url: text(2048),
  category: text(64),
  visibility: oneOf('public', 'private'),
  version: text(64),
  manifest: Manifest,
  translations: Type.Optional(Type.Object({ mn: Type.Optional(Words), en: Type.Optional(Words) })),
  releases: Type.Array(Release, { maxItems: 500 }),
});
export type CatalogueApp = Static<typeof CatalogueApp>;

export const BySlug = strict({ slug: Slug });
export const AutoUpdateBody = strict({ enabled: Type.Boolean() });

export const StoreApp = Type.Object({
  ...Type.Omit(CatalogueApp, ['releases']).properties,
  installed: Type.Boolean(),
  enabled: Type.Boolean(),
  installed_version: Type.Optional(Type.String()),
  latest_version: Type.String(),
  update_available: Type.Boolean(),
});
export type StoreApp = Static<typeof StoreApp>;
export const StoreList = listOf(StoreApp);

export const InstalledApp = Type.Object({
  id: Id,
  app_id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  installed_version: Type.String(),
  status: oneOf('installed', 'disabled'),
  enabled: Type.Boolean(),
  installed_at: Timestamp,
  auto_update: Type.Boolean(),
  latest_version: Type.Optional(Type.String()),
  update_available: Type.Boolean(),
  held_for: Type.Optional(Type.String()),
  held_reason: Type.Optional(Type.String()),
});
export type InstalledApp = Static<typeof InstalledApp>;
export const InstalledList = listOf(InstalledApp);

export const InstallReply = Type.Object({ status: Type.Literal('installed'), app: InstalledApp });
export const UpgradeReply = Type.Object({
  status: Type.Literal('upgraded'),
  app: InstalledApp,
  from: Type.String(),
  to: Type.String(),
});
export const SwitchReply = Type.Object({ status: oneOf('enabled', 'disabled') });
export const AutoUpdateReply = Type.Object({ auto_update: Type.Boolean() });

export const HistoryView = Type.Object({
  app_id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  installed_version: Type.Optional(Type.String()),
  latest_version: Type.Optional(Type.String()),
  timeline: Type.Array(
    Type.Object({
      at: Timestamp,
      type: oneOf('release', 'installed', 'upgraded', 'held'),
      version: Type.String(),
      from: Type.Optional(Type.String()),
      kind: Type.Optional(Type.String()),
      summary: Type.Optional(Type.String()),
      details: Type.Optional(Type.String()),
      authors: Type.Optional(Type.Array(Type.String())),
      refs: Type.Optional(Type.Array(Type.String())),
      actor_id: Type.Optional(Id),
      actor_name: Type.Optional(Type.String()),
      system: Type.Boolean(),
      reason: Type.Optional(Type.String()),
      added: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});
export type HistoryView = Static<typeof HistoryView>;

export const names = {
  AppWords: Words,
  StoreApp,
  AppManifest: Manifest,
  InstalledApp,
  AppSwitch: SwitchReply,
  AppHistory: HistoryView,
};
