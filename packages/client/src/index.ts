export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Download,
  type NotificationEvent,
  type Outcome,
} from './client.ts';
export {
  type EidSession,
  keepSession,
  type SessionTokens,
  type SignInPrompt,
  SignInRefused,
  signInWithEid,
} from './eid.ts';
export { type AnyErrorCode, ApiError, ConnectionError, isApiError } from './errors.ts';
export type * from './generated/api.ts';
export {
  type Authorization,
  authorize,
  type ClientCredentials,
  discover,
  exchangeCode,
  keepTokens,
  OAuthError,
  type Provider,
  refreshTokens,
  requestClientToken,
  type Tokens,
} from './oauth.ts';
export type {
  BodyOf,
  DataOf,
  ErrorsOf,
  FilterOf,
  InputOf,
  ItemOf,
  MediaOperation,
  Operation,
  PagedOperation,
  QueryOf,
  RepeatableOperation,
} from './operations.ts';
export type { GetToken } from './send.ts';
