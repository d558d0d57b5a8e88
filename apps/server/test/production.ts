import type { Env } from '../src/config.ts';

export const observabilityToken = 'observe-Zq8vN3xK7wRt5yUe2aLd9bMc4f';

/** All settings that production requires, with unreachable addresses. */
export const productionEnv: Env = Object.freeze({
  ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://tamga@db.example.mn/tamga?sslmode=verify-full',
  JWT_SECRET: 'jwt-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j',
  JWT_ISSUER: 'https://tamga.example.mn',
  INTEGRATION_ENC_KEY: '2026:seal-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j',
  EID_RP_UUID: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  EID_RP_SECRET: 'eid-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j',
  EID_BASE_URL: 'https://eid.example.mn/v3',
  EID_TRUST_ROOTS: '/etc/tamga/roots.pem',
  APP_ORIGIN: 'https://tamga.example.mn',
  ALLOWED_ORIGINS: 'https://tamga.example.mn',
  OBSERVABILITY_TOKEN: observabilityToken,
  // Optional systems: without them their rows answer not_configured and the rest works.
  CORE_API_BASE: '',
  STATE_REGISTRY_BASE: '',
  PAYMENTS_BASE: '',
  SIGN_TSA_URL: '',
  VERIFY_API_BASE: '',
  SOCIAL_ISSUER: '',
  SMS_API_BASE: '',
  GOOGLE_ISSUER: '',
  GOOGLE_API_BASE: '',
  DROPBOX_AUTH_BASE: '',
  DROPBOX_API_BASE: '',
  DROPBOX_CONTENT_BASE: '',
});

/** The same on a test database: production code paths, nothing external. */
export function productionEnvOn(world: {
  database: { appUrl: string };
  sandbox: { trustRootsPath: string };
}): Env {
  return {
    ...productionEnv,
    DATABASE_URL: world.database.appUrl,
    EID_TRUST_ROOTS: world.sandbox.trustRootsPath,
  };
}
