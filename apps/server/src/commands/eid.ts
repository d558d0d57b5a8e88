import { createEidAdapter } from '../adapters/eid/index.ts';
import type { Config } from '../config.ts';
import { EidError, type EidPort } from '../modules/identity/index.ts';
import { Stop } from './stop.ts';

export function openEid(config: Config, now: () => Date): EidPort {
  if (!config.eidConfigured) return absentEid;
  let trustRootsPem: string;
  try {
    trustRootsPem = config.eidTrustRootsPem();
  } catch {
    throw new Stop(
      'EID_TRUST_ROOTS cannot be read. Point it to the PEM file of the national roots, or start the sandbox once (`npx tamga serve sandbox`) for development.',
    );
  }
  return createEidAdapter({
    baseUrl: config.EID_BASE_URL ?? `${config.sandboxUrl}/v3`,
    rpUuid: config.EID_RP_UUID,
    rpName: config.EID_RP_NAME,
    rpSecret: config.EID_RP_SECRET,
    scheme: config.EID_SCHEME,
    level: config.EID_CERT_LEVEL,
    displayText: config.EID_DISPLAY_TEXT,
    trustRootsPem,
    ocsp: config.EID_OCSP,
    ocspAllowedHosts: [...config.EID_OCSP_HOSTS],
    now,
  });
}

/** For commands without sign-in, and for a platform whose people all sign in upstream. */
export const absentEid: EidPort = {
  startDeviceLink: () => refuse(),
  startNotification: () => refuse(),
  qr: () => refuse(),
  deepLink: () => refuse(),
  poll: () => refuse(),
  signingCertificate: () => refuse(),
  authoritiesOf: () => refuse(),
  startSignature: () => refuse(),
  pollSignature: () => refuse(),
  probe: () => refuse(),
};

function refuse(): never {
  throw new EidError('not_configured', 'no eID provider here');
}
