import { createDirectoryAdapter } from '../adapters/directory/index.ts';
import { createCircuitBreaker } from '../adapters/eid/index.ts';
import { createEidRecords } from '../adapters/eid-records/index.ts';
import { createEmailCodeAdapter } from '../adapters/email-codes/index.ts';
import { createSocialAdapter } from '../adapters/social/index.ts';
import { createStateRegistry } from '../adapters/state-registry/index.ts';
import type { Outside } from '../app.ts';
import type { Config } from '../config.ts';
import { absentEid, openEid } from './eid.ts';

/** Every outside system by its adapter, as the settings name it. */
export function openOutside(config: Config, now: () => Date): Outside {
  return { ...describeOutside(config, now), eid: openEid(config, now) };
}

/** The same for work that signs nobody in: migrations and generated documents need the parts, not the roots. */
export function describeOutside(config: Config, now: () => Date = () => new Date()): Outside {
  return {
    eid: absentEid,
    records: createEidRecords({
      baseUrl: config.EID_BASE_URL ?? `${config.sandboxUrl}/v3`,
      rpSecret: config.EID_RP_SECRET,
      breaker: createCircuitBreaker(now),
    }),
    stateRegistry: config.stateRegistry === undefined ? undefined : createStateRegistry(config.stateRegistry),
    social: createSocialAdapter({
      issuer: config.SOCIAL_ISSUER,
      clientId: config.SOCIAL_CLIENT_ID,
      clientSecret: config.SOCIAL_CLIENT_SECRET,
      now,
    }),
    emailCodes: createEmailCodeAdapter({
      baseUrl: config.VERIFY_API_BASE,
      apiKey: config.VERIFY_API_KEY,
      channel: config.VERIFY_CHANNEL,
    }),
    directory: config.directoryApi === undefined ? undefined : createDirectoryAdapter(config.directoryApi),
  };
}
