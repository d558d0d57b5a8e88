import type { Cookies, SessionTokens } from './cookies.ts';
import type { PortalTimeouts } from './options.ts';
import type { SessionRefresh } from './session-refresh.ts';
import type { Upstream } from './upstream.ts';

/** Dependencies of every route of the browser layer. */
export interface PortalContext {
  appOrigin: string;
  backendUrl: URL;
  cookies: Cookies;
  upstream: Upstream;
  /** Sent with every call to the backend. */
  forwarder: Record<string, string>;
  sessions: SessionRefresh;
  timeouts: PortalTimeouts;
  readTokens: (data: unknown) => SessionTokens | undefined;
}
