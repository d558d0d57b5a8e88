import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { readPassport } from './passports.ts';
import { eligibleProactivity } from './publish.ts';
import { listViolations } from './report-store.ts';
import type { OnceOnlyReport, RegistryVersion, Violation } from './schemas.ts';
import { findService, findVersion, listVersions } from './store.ts';

export async function readViolations(
  db: Reader,
  authority: string | undefined,
): Promise<{ items: Violation[]; total: number }> {
  const items = await listViolations(db, authority);
  return { items, total: items.length };
}

export async function reportOnceOnly(db: Reader, id: string): Promise<OnceOnlyReport> {
  const service = await readPassport(db, id);
  const violations = service.evidences.filter((link) => link.once_only_violation);
  return {
    service_id: service.id,
    service_code: service.code,
    service_name: service.name,
    citizen_documents: service.evidences.filter((link) => link.from_citizen).length,
    violations,
    compliant: violations.length === 0,
    eligible_proactivity: eligibleProactivity(service),
  };
}

export async function readVersions(
  db: Reader,
  id: string,
): Promise<{ items: RegistryVersion[]; total: number }> {
  const items = await listVersions(db, id);
  if (items.length === 0 && (await findService(db, id)) === undefined) fail(kernelErrors.not_found);
  return { items, total: items.length };
}

export async function readVersion(db: Reader, id: string, version: number): Promise<RegistryVersion> {
  return (await findVersion(db, id, version)) ?? fail(kernelErrors.not_found);
}
