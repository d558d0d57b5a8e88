import type { Reader } from '../kernel/db/database.ts';
import { systemIdentity } from '../kernel/db/identity.ts';
import { AppError, fail, kernelErrors } from '../kernel/http/errors.ts';
import type { Acting } from '../modules/acting/index.ts';
import { isAppOnByRegNo, type PlatformApp } from '../modules/apps/index.ts';
import {
  eidConsoleErrors,
  type RepresentativeCall,
  readRepresentations,
  requireRight,
} from '../modules/eid-console/index.ts';
import {
  createEvidenceSource,
  createPdfThreads,
  createPlatformSeal,
  createVerifier,
  listSealKeys,
  noEvidence,
  type PdfThreads,
  type PlatformSeal,
  type Representation,
  rememberSealKey,
  type SigningDeps,
} from '../modules/signing/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import type { Representatives } from './representatives.ts';

const app: PlatformApp = 'signing';

type Found = Awaited<ReturnType<typeof readRepresentations>>[number];

/** Shared by what people sign and what the platform seals. */
export interface SigningParts {
  engine: PdfThreads;
  ports: ReturnType<Outside['signing']>;
  seal: PlatformSeal;
}

export function openSigningParts(
  { guards, database, now }: Pick<AppParts, 'guards' | 'database' | 'now'>,
  outside: Outside,
): SigningParts {
  const engine = createPdfThreads();
  const ports = outside.signing(guards.revocation);
  const seal = createPlatformSeal({
    source: outside.seal,
    ports: { ...ports, engine },
    remember: async (identity) => {
      await database.transaction(systemIdentity, (tx) => rememberSealKey(tx, identity, now()));
    },
  });
  return { engine, ports, seal };
}

/** Signing with PIN2; the eID provider confirms whom a person may sign for. */
export function signingDeps(
  { config, database, files, keyring, now, outbox }: AppParts,
  outside: Outside,
  { engine, ports, seal }: SigningParts,
  { rights, latinNameOf }: Pick<Representatives, 'rights' | 'latinNameOf'>,
  { isParent }: Pick<Acting, 'isParent'>,
): SigningDeps {
  const stands = (db: Reader, call: RepresentativeCall): Promise<boolean> =>
    requireRight(rights, db, call, 'MANAGER').then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.definition === eidConsoleErrors.not_representative)
          return false;
        throw error;
      },
    );
  const representationOf = async (found: Found): Promise<Representation> => ({
    regNo: found.orgRegister,
    name: found.orgName,
    nameEn: await latinNameOf(found),
    role: found.role ?? '',
  });
  const isOn = (regNo: string) => isAppOnByRegNo(database.reader(systemIdentity), regNo, app);
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
    seal,
    anchors: ports.anchors,
    evidence: ports.online === null ? noEvidence : createEvidenceSource(ports.online, now),
    // Without the database a verdict is still right; it only does not say whose seal it is.
    sealKeys: () => listSealKeys(database.reader(systemIdentity)).catch(() => new Set<string>()),
    target: config.SIGN_LEVEL,
    platformName: config.EID_RP_NAME,
    appOrigin: config.appOrigin,
    represents: async (db, userId, regNo, signal) => {
      const { person } = await requireRight(rights, db, { userId, regNo, signal }, 'MANAGER');
      const all = await rights.records.representations(person, signal);
      const own = all.find(({ orgRegister }) => orgRegister === regNo);
      if (own === undefined) return fail(eidConsoleErrors.not_representative);
      // After the right, so that nobody else learns which apps an organisation has.
      if (!(await isOn(regNo))) fail(kernelErrors.not_found);
      return representationOf(own);
    },
    isParent,
    representationsOf: async (db, userId, signal) => {
      const found = await readRepresentations(rights, { db, userId, signal });
      const usable = await Promise.all(
        found.map(
          async ({ orgRegister: regNo }) => (await isOn(regNo)) && stands(db, { userId, regNo, signal }),
        ),
      );
      return Promise.all(found.filter((_, at) => usable[at]).map(representationOf));
    },
  };
}
