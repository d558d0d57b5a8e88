import { listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { providers } from './provider-port.ts';

export const ProviderName = oneOf(...providers);

/** Any word: an unknown provider is 422, or a redirect that says so, and never a missing page. */
export const ByProvider = strict({ provider: Type.String({ maxLength: 64 }) });

export const Integration = Type.Object({
  provider: ProviderName,
  connected: Type.Literal(true),
  status: oneOf('connected', 'reconnect'),
  expires_at: Type.Optional(Timestamp),
  connected_at: Timestamp,
});
export type Integration = Static<typeof Integration>;
export const IntegrationList = listOf(Integration);

const token = (minLength: number) => Type.String({ minLength, maxLength: 4096, pattern: '^[\\x21-\\x7e]*$' });
/** The end of the year 9999, so that it stays a date. */
const latestMs = 253_402_300_799_999;
const EndMs = Type.Integer({ minimum: 0, maximum: latestMs });

export const ConnectBody = strict({
  provider: ProviderName,
  access_token: token(1),
  refresh_token: Type.Optional(token(0)),
  expires_at_ms: Type.Optional(EndMs),
});

export const TokensView = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  expires_at_ms: Type.Integer(),
});

export const CallbackQuery = strict({
  code: Type.Optional(Type.String({ maxLength: 4096 })),
  state: Type.Optional(Type.String({ maxLength: 200 })),
  iss: Type.Optional(Type.String({ maxLength: 400 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
});

export const CloudFileView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  modified_at: Timestamp,
});
export const CloudFileList = Type.Object({
  items: Type.Array(CloudFileView),
  /** Of this page: a provider does not count its files. */
  total: Type.Integer(),
  next: Type.Optional(Type.String()),
});
export const FilesQuery = strict({
  q: Type.Optional(Type.String({ maxLength: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 2048 })),
});

export const ToSpaceBody = strict({
  id: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\w:-]+$' }),
});
export const FromSpaceBody = strict({ name: Type.String({ minLength: 1, maxLength: 200 }) });
export const SavedView = Type.Object({
  name: Type.String(),
  size: Type.Integer(),
  used: Type.Integer(),
  limit: Type.Integer(),
});
export const SentView = Type.Object({ id: Type.String(), name: Type.String() });

export const names = { Integration, CloudFile: CloudFileView, SentFile: SentView };
