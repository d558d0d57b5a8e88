import type { Reader } from '../../kernel/db/database.ts';
import { errors } from './errors.ts';
import { askOrElse } from './provider-calls.ts';
import type {
  ActivityList,
  CertificateList,
  DeviceList,
  Page,
  PersonSummary,
  Representation,
} from './records-port.ts';
import { findNationalId, type RightsDeps } from './rights.ts';

const noCertificates = { valid: 0, revoked: 0, expired: 0, suspended: 0, total: 0 };
const noActivity = { authentication: 0, signature: 0 };

/** What a person without eID sees, and one of whom the provider has nothing. */
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
  db: Reader,
  userId: string,
  empty: T,
  call: (nationalId: string) => Promise<T>,
): Promise<T> {
  const nationalId = await findNationalId(db, userId);
  if (nationalId === null) return empty;
  return askOrElse(() => call(nationalId), empty, { forbidden: errors.pki_read_not_granted });
}

type Call = { db: Reader; userId: string; signal: AbortSignal };

export const readSummary = ({ records }: RightsDeps, { db, userId, signal }: Call): Promise<PersonSummary> =>
  readOf<PersonSummary>(db, userId, nothing.summary, (id) => records.summary(id, signal));

export const readCertificates = (
  { records }: RightsDeps,
  { db, userId, signal }: Call,
): Promise<CertificateList> =>
  readOf<CertificateList>(db, userId, nothing.certificates, (id) => records.certificates(id, signal));

export const readDevices = ({ records }: RightsDeps, { db, userId, signal }: Call): Promise<DeviceList> =>
  readOf<DeviceList>(db, userId, nothing.devices, (id) => records.devices(id, signal));

export const readActivity = (
  { records }: RightsDeps,
  { db, userId, signal }: Call,
  page: Page,
): Promise<ActivityList> =>
  readOf<ActivityList>(db, userId, nothing.activity, (id) => records.activity(id, page, signal));

export const readRepresentations = (
  { records }: RightsDeps,
  { db, userId, signal }: Call,
): Promise<Representation[]> =>
  readOf<Representation[]>(db, userId, [], (id) => records.representations(id, signal));
