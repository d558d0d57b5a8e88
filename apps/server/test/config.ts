import { type Config, type Env, loadConfig } from '../src/config.ts';

export const secrets = {
  JWT_SECRET: 'jwt-test-key-0123456789-abcdefghij',
  INTEGRATION_ENC_KEY: 't1:seal-test-key-0123456789-abcdefgh',
  EID_RP_SECRET: 'eid-test-key-0123456789-abcdefghij',
};

/**
 * The shipped settings reader with test values; settings that are not overridden have their development
 * defaults.
 */
export function testConfig(env: Env = {}): Config {
  return loadConfig(
    {
      ENVIRONMENT: 'test',
      // A busy machine must not shed a test's requests; load shedding has separate tests.
      SHED_LAG_MS: '60000',
      // Nor leave a signature below the level that it must reach; production allows no more than 25.
      SIGN_PATIENCE_SECONDS: env.ENVIRONMENT === 'production' ? '25' : '600',
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1',
      DB_MAX_OPEN_CONNS: '8',
      ...env,
    },
    () => secrets,
  );
}
