import type { Answers, FormSchema } from '@tamga/forms';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import {
  type Certificate,
  type Certified,
  type CertifyDeps,
  certify,
  certifyDecision,
  isRegisterType,
} from '../references/index.ts';
import { errors } from './errors.ts';
import type { GovServiceRow } from './services/service-fields.ts';
import { serviceOf } from './services/store.ts';
import type { Result } from './state-machine.ts';
import type { ApplicationRow } from './store.ts';

export type { Certificate, Certified, CertifyDeps } from '../references/index.ts';

type Case = Pick<
  ApplicationRow,
  'output_ref_type' | 'payload' | 'reference_no' | 'result' | 'service_id' | 'service_version'
> & {
  applicant: { civil_id: string | null };
};

/** Asks the register for the content of the certificate; undefined where no register is involved. */
export async function certifyApplication(
  deps: CertifyDeps,
  db: Reader,
  row: Case,
  now: Date,
): Promise<Certified | undefined> {
  const { output_ref_type: type } = row;
  if (!isRegisterType(type)) return undefined;
  const service = await serviceOf(db, row);
  return certify(deps, {
    type,
    civilId: row.applicant.civil_id,
    authority: authorityOf(service),
    purpose: purposeOf(service?.form, row.payload),
    now,
  });
}

export async function certifyService(
  deps: CertifyDeps,
  service: GovServiceRow,
  applicant: { civilId: string | null; payload: Record<string, unknown> },
  now: Date,
): Promise<Certified | undefined> {
  const { output_ref_type: type } = service;
  if (!isRegisterType(type)) return undefined;
  return certify(deps, {
    type,
    civilId: applicant.civilId,
    authority: authorityOf(service),
    purpose: purposeOf(service.form, applicant.payload),
    now,
  });
}

/** The register's facts, or the decision where no register is involved. */
export async function certificateFor(
  tx: Tx,
  row: Case,
  gathered: Certificate | undefined,
  now: Date,
): Promise<Certificate> {
  const { output_ref_type: type } = row;
  if (!isRegisterType(type)) {
    const service = await serviceOf(tx, row);
    return certifyDecision({
      type,
      civilId: row.applicant.civil_id,
      authority: authorityOf(service),
      purpose: purposeOf(service?.form, row.payload),
      applicationNo: row.reference_no,
      result: results[row.result] ?? results.granted,
      now,
    });
  }
  if (gathered?.type !== type) fail(errors.register_unavailable, { detail: 'nothing was gathered' });
  return gathered;
}

const results: Partial<Record<Result, Text>> & { granted: Text } = {
  granted: { mn: 'Зөвшөөрсөн', en: 'Granted' },
  processed: { mn: 'Биелүүлсэн', en: 'Fulfilled' },
};

/** Fails with the reason when nothing can be certified. */
export function requireCertificate(
  certified: Certified | undefined,
  language: Language,
): Certificate | undefined {
  if (certified?.outcome === 'unavailable') fail(errors.register_unavailable);
  if (certified?.outcome === 'contradicted')
    fail(errors.not_certifiable, { data: { reason: certified.reason[language] } });
  return certified?.certificate;
}

function authorityOf(service: GovServiceRow | undefined): Text | undefined {
  return service === undefined ? undefined : { mn: service.agency, en: service.agency_en };
}

/** Only an answer from the form's list: free text on a certificate would look like a statement of the state. */
function purposeOf(form: FormSchema | null | undefined, payload: Answers): Text | undefined {
  const chosen = payload['purpose'];
  const labels = form?.properties?.['purpose']?.['x-labels'];
  return typeof chosen === 'string' && labels !== undefined && Object.hasOwn(labels, chosen)
    ? labels[chosen]
    : undefined;
}
