import { fail } from '../kernel/http/errors.ts';
import type { Module } from '../kernel/module.ts';
import {
  type EidConsoleDeps,
  eidConsoleErrors,
  readRepresentations,
  requireRight,
} from '../modules/eid-console/index.ts';
import { createPdfThreads, createVerifier, type Representation, signing } from '../modules/signing/index.ts';
import type { AppParts, Outside } from './app-parts.ts';

type Found = Awaited<ReturnType<typeof readRepresentations>>[number];
const representationOf = (found: Found): Representation => ({
  regNo: found.orgRegister,
  name: found.orgName,
  nameEn: found.orgNameEn ?? '',
  role: found.role ?? '',
});

/** Signing with PIN2; the eID provider confirms whom a person may sign for. */
export function signingModule(
  { config, database, files, guard, keyring, now, outbox }: AppParts,
  outside: Outside,
  { records, keyOf }: Pick<EidConsoleDeps, 'records' | 'keyOf'>,
): Module {
  const engine = createPdfThreads();
  const ports = outside.signing(guard);
  return signing({
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
      return representationOf(own);
    },
    representationsOf: async (db, userId, signal) =>
      (await readRepresentations({ records, keyOf }, { db, userId, signal })).map(representationOf),
  });
}
