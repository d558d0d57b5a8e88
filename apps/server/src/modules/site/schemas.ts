import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const maybe = Type.Optional;

export const AuthDescriptor = Type.Object({
  mode: oneOf('provider', 'client'),
  sso_issuer: Type.String(),
  provider: Type.Boolean(),
  social: Type.Boolean(),
  /** In mode client only super administrators sign in by social account. */
  superadmin_social: Type.Boolean(),
});

export const ModuleView = Type.Object({
  id: Type.String(),
  kind: oneOf('business'),
  enabled: Type.Boolean(),
  ui_prefixes: Type.Array(Type.String()),
});
export type ModuleView = Static<typeof ModuleView>;

export const BrandingView = Type.Object({
  name: Type.String(),
  short_name: Type.String(),
  organization: Type.String(),
  logo: Type.String(),
  language: Type.String(),
});

const looks = {
  font: oneOf('inter', 'serif', 'system'),
  style: oneOf('comfortable', 'compact'),
  theme: oneOf('light', 'dark', 'system'),
};
/** Becomes part of a style: only a known word or six hexadecimal digits. */
const accent = Type.String({
  maxLength: 7,
  pattern: '^(cobalt|teal|violet|emerald|amber|#[0-9a-fA-F]{6})$',
});
export const AppearanceBody = strict({ accent, ...looks });
export type AppearanceBody = Static<typeof AppearanceBody>;
export const AppearanceView = Type.Object({
  accent: Type.String(),
  ...looks,
  updated_at: maybe(Timestamp),
});
export type AppearanceView = Static<typeof AppearanceView>;

const hex = Type.String({ maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$' });
const Colors = strict({
  bg: maybe(hex),
  surface: maybe(hex),
  surface2: maybe(hex),
  fg: maybe(hex),
  muted: maybe(hex),
  border: maybe(hex),
  borderStrong: maybe(hex),
  primary: maybe(hex),
  gold: maybe(hex),
  success: maybe(hex),
  danger: maybe(hex),
  lpNavy: maybe(hex),
  lpHeader: maybe(hex),
});

/** No markup, no control character but the line break, and no bidirectional control character. */
const forbidden = '<>\\p{Cc}\\p{Cs}\\p{Bidi_Control}';
const plainText = Type.String({ maxLength: 4000, pattern: `^(?:[^${forbidden}]|\\n)*$` });
const Texts = Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9_]{0,63}$' }), plainText, {
  additionalProperties: false,
  maxProperties: 100,
});

export const configBytes = 128 * 1024;
const ThemeConfig = strict({
  appearance: maybe(
    strict({
      mode: maybe(oneOf('light', 'dark', 'system')),
      font: maybe(oneOf('inter', 'serif', 'system')),
      style: maybe(oneOf('comfortable', 'compact')),
      colors: maybe(Colors),
    }),
  ),
  landing: maybe(strict({ mn: maybe(Texts), en: maybe(Texts) })),
});
export type ThemeConfig = Static<typeof ThemeConfig>;

export const ThemeBody = strict({
  name: Type.String({ minLength: 1, maxLength: 80, pattern: `^[^${forbidden}]+$` }),
  config: maybe(ThemeConfig),
});
export type ThemeBody = Static<typeof ThemeBody>;

export const ThemeView = Type.Object({
  id: Id,
  name: Type.String(),
  config: ThemeConfig,
  is_active: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Type.Union([Timestamp, Type.Null()]),
});
export type ThemeView = Static<typeof ThemeView>;
export const ThemeList = listOf(ThemeView);

/** Everything a page needs for its look, in one answer. */
export const LookView = Type.Object({
  appearance: AppearanceView,
  theme: Type.Union([ThemeView, Type.Null()]),
});
export type LookView = Static<typeof LookView>;

/** Names in the OpenAPI document. */
export const names = {
  Branding: BrandingView,
  Appearance: AppearanceView,
  AppearanceBody,
  Theme: ThemeView,
  ThemeBody,
  ThemeConfig,
  SiteLook: LookView,
  SignInMethods: AuthDescriptor,
  ModuleState: ModuleView,
};
