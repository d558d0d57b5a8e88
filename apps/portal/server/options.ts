import type { FastifyServerOptions } from 'fastify';

export interface PortalOptions {
  host: string;
  port: number;
  /** The backend's address, for example http://127.0.0.1:8080. */
  backendUrl: string;
  /** The address in the browser, for example http://localhost:3000. */
  appOrigin: string;
  /** The time zone of every official date and time, sent to each page. */
  timeZone?: string | undefined;
  /** The host of the operator console; without it the console is on every host, and in production on none. */
  controlPlaneHost?: string | undefined;
  cookieSecure: boolean;
  production: boolean;
  /** The built React app: index.html and assets/. */
  distDir: string;
  /** Cookie lifetimes, used only when the backend's answer does not name an expiry. */
  accessTtlSeconds: number;
  refreshTtlSeconds: number;
  /** Addresses or networks whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Proves to the API in the same process that forwarded client addresses come from this portal. */
  forwarderSecret?: string | undefined;
  logger?: FastifyServerOptions['loggerInstance'];
  /** Overrides of the upstream limits. */
  timeouts?: Partial<PortalTimeouts>;
  now?: () => Date;
}

export interface PortalTimeouts {
  callMs: number;
  pollMs: number;
  /** A copy of a file between a connected service and the person's space. */
  copyMs: number;
  /** An answer of the assistant, which waits for a model. */
  assistantMs: number;
  logoutMs: number;
  /** Time to the answer after the last byte of an upload. */
  storeMs: number;
  /** Grace period for running requests after close(). */
  closeGraceMs: number;
}

export interface Portal {
  url: string;
  close(): Promise<void>;
}

/** The backend holds a poll for 25 seconds, gives the assistant 50, and answers everything else within 30. */
export const defaultTimeouts: PortalTimeouts = {
  callMs: 30_000,
  pollMs: 35_000,
  copyMs: 11 * 60_000,
  assistantMs: 55_000,
  logoutMs: 5_000,
  storeMs: 300_000,
  closeGraceMs: 5_000,
};
