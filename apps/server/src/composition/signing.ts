import { systemIdentity } from '../kernel/db/identity.ts';
import { fail, kernelErrors } from '../kernel/http/errors.ts';
import { isAppOnByRegNo, type PlatformApp } from '../modules/apps/index.ts';
import { type EidConsoleDeps, eidConsoleErrors, requireRight } from '../modules/eid-console/index.ts';
import { createPdfThreads, createVerifier, type SigningDeps } from '../modules/signing/index.ts';
import type { AppParts, Outside } from './app-parts.ts';

const app: PlatformApp = 'signing';

/** Signing with PIN2; the eID provider confirms whom a person may sign for. */
export function signingDeps(
  { config, database, files, guard, keyring, now, outbox }: AppParts,
  outside: Outside,
  { records, keyOf }: Pick<EidConsoleDeps, 'records' | 'keyOf'>,
): SigningDeps {
  const engine = createPdfThreads();
  const ports = outside.signing(guard);
  return {
    database,
    outbox,
    now,
    files,
    keyring,
    engine,
    eid: outside.eid,
    ports: { ...ports, engine },
    verifier: createVerifier(),
    anchors: ports.anchors,
    target: config.SIGN_LEVEL,
    platformName: config.EID_RP_NAME,
    appOrigin: config.appOrigin,
    represents: async (db, userId, regNo, signal) => {
      const { person } = await requireRight({ records, keyOf }, db, { userId, regNo, signal }, 'MANAGER');
      const all = await records.representations(person, signal);
      const own = all.find(({ orgRegister }) => orgRegister === regNo);
      if (own === undefined) return fail(eidConsoleErrors.not_representative);
      // After the right, so that nobody else learns which apps an organisation has.
      if (!(await isAppOnByRegNo(database.reader(systemIdentity), regNo, app))) fail(kernelErrors.not_found);
      return { regNo, name: own.orgName, nameEn: own.orgNameEn ?? '', role: own.role ?? '' };
    },
  };
}
