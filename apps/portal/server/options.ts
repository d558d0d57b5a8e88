import type { FastifyServerOptions } from 'fastify';

export interface PortalOptions {
  host: string;
  port: number;
  /** Where the backend listens, for example http://127.0.0.1:8080. */
  backendUrl: string;
  /** What browsers see, for example http://localhost:3000. */
  appOrigin: string;
  /** The zone of every official date and time, told to each page. */
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
  /** Addresses or networks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Proves to the API of the same process that this portal speaks of its visitors. */
  forwarderSecret?: string | undefined;
  logger?: FastifyServerOptions['loggerInstance'];
  /** Overrides of the upstream limits; the defaults are the contract's. */
  timeouts?: Partial<PortalTimeouts>;
  now?: () => Date;
}

export interface PortalTimeouts {
  callMs: number;
  pollMs: number;
  logoutMs: number;
  /** How long requests that are still running may go on after close() was called. */
  closeGraceMs: number;
}

export interface Portal {
  url: string;
  close(): Promise<void>;
}

/** The backend holds a poll for 25 seconds and answers everything else within 30. */
export const defaultTimeouts: PortalTimeouts = {
  callMs: 30_000,
  pollMs: 35_000,
  logoutMs: 5_000,
  closeGraceMs: 5_000,
};
