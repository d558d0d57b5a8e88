import type { Reader } from '../../kernel/db/database.ts';
import { errors } from './errors.ts';
import { askOrElse } from './provider-calls.ts';
import type {
  ActivityList,
  CertificateList,
  DeviceList,
  Page,
  PersonKey,
  PersonSummary,
  Representation,
} from './records-port.ts';
import { findKey, type RightsDeps } from './rights.ts';

const noCertificates = { valid: 0, revoked: 0, expired: 0, suspended: 0, total: 0 };
const noActivity = { authentication: 0, signature: 0 };

/** For a person without eID, or without records at the provider. */
const nothing = {
  summary: {
    certificates: noCertificates,
    activity: noActivity,
    devicesActive: 0,
    devicesTotal: 0,
    representationCount: 0,
  },
  certificates: { counts: noCertificates, certificates: [] },
  devices: { devices: [], activeCount: 0, total: 0 },
  activity: { counts: noActivity, sessions: [], total: 0 },
};

async function readOf<T>(
  deps: RightsDeps,
  { db, userId }: Call,
  empty: T,
  read: (person: PersonKey) => Promise<T>,
): Promise<T> {
  const person = await findKey(deps, db, userId);
  if (person === null) return empty;
  return askOrElse(() => read(person), empty, { forbidden: errors.pki_read_not_granted });
}

type Call = { db: Reader; userId: string; signal: AbortSignal };

export const readSummary = (deps: RightsDeps, call: Call): Promise<PersonSummary> =>
  readOf<PersonSummary>(deps, call, nothing.summary, (key) => deps.records.summary(key, call.signal));

export const readCertificates = (deps: RightsDeps, call: Call): Promise<CertificateList> =>
  readOf<CertificateList>(deps, call, nothing.certificates, (key) =>
    deps.records.certificates(key, call.signal),
  );

export const readDevices = (deps: RightsDeps, call: Call): Promise<DeviceList> =>
  readOf<DeviceList>(deps, call, nothing.devices, (key) => deps.records.devices(key, call.signal));

export const readActivity = (deps: RightsDeps, call: Call, page: Page): Promise<ActivityList> =>
  readOf<ActivityList>(deps, call, nothing.activity, (key) => deps.records.activity(key, page, call.signal));

export const readRepresentations = (deps: RightsDeps, call: Call): Promise<Representation[]> =>
  readOf<Representation[]>(deps, call, [], (key) => deps.records.representations(key, call.signal));
