import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { drawNumber, numberTries } from '../../kernel/public-number.ts';
import type { Certificate } from './certify.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { printDates } from './printed-dates.ts';
import type { ReferenceView, VerifyView } from './schemas.ts';
import {
  findByNumber,
  type Holder,
  insertReference,
  type ReferenceData,
  type ReferenceRow,
} from './store.ts';
import { isRegisterType, referenceTypes } from './types.ts';

export interface ReferenceOrder {
  userId: string;
  /** The party that the certificate is for; the person acted for it. */
  partyId: string | null;
  requestedBy: Pick<Holder, 'full_name' | 'full_name_en'> | null;
  certificate: Certificate;
  /** A copy from the time of the application, because an officer may not look the person up. */
  holder: Holder;
  applicationId: string;
  serviceCode: string;
  /** The title of a service's own document. */
  title: Text;
}

export interface Issued {
  id: string;
  referenceNo: string;
}

export const sealQueue = 'references.seal';

/**
 * Issues a document in the transaction of the decision that grants it, with the certificate prepared before.
 */
export async function issueReference(tx: WriteTx, order: ReferenceOrder): Promise<Issued> {
  const { certificate, holder } = order;
  // Facts of one person must never be printed under another person's name, even after a mistake of the
  // caller.
  if (certificate.civilId !== holder.civil_id)
    throw new Error('a certificate was gathered for another person');
  const id = randomUUID();
  const { type, authority, purpose, statement, facts, source } = certificate;
  const title = isRegisterType(type) ? referenceTypes[type].title : order.title;
  for (let attempt = 0; attempt < numberTries; attempt += 1) {
    const referenceNo = drawNumber('REF', tx.now, attempt);
    const data: ReferenceData = {
      holder: pickHolder(holder),
      ...(order.requestedBy === null ? {} : { requested_by: order.requestedBy }),
      service_code: order.serviceCode,
      authority,
      purpose,
      statement,
      facts: [...facts],
      source,
    };
    const inserted = await insertReference(tx, {
      id,
      userId: order.userId,
      partyId: order.partyId,
      type,
      title: JSON.stringify(title),
      referenceNo,
      checkCode: randomBytes(8).toString('hex').toUpperCase(),
      issuedAt: tx.now,
      data: JSON.stringify(data),
      applicationId: order.applicationId,
      serviceCode: order.serviceCode,
    });
    if (!inserted) continue;
    tx.audit(events.issued, {
      target: id,
      metadata: { type, reference_no: referenceNo, user_id: order.userId, register: source.register },
    });
    tx.enqueue(sealQueue, { id });
    return { id, referenceNo };
  }
  throw new Error('no free reference number was found');
}

const pickHolder = ({ full_name, full_name_en, civil_id }: Holder): Holder => ({
  full_name,
  full_name_en,
  civil_id,
});

/** The list and the public verification must agree, so both use this status. */
const statusOf = (row: ReferenceRow, now: Date) =>
  row.valid_until !== null && new Date(row.valid_until) <= now ? 'expired' : 'issued';

export function viewReference(row: ReferenceRow, language: Language, now: Date): ReferenceView {
  return {
    id: row.id,
    type: row.type,
    title: row.title[language],
    reference_no: row.reference_no,
    status: statusOf(row, now),
    issued_at: row.issued_at,
    valid_until: row.valid_until,
    data: row.data,
    ...(row.seal_level === null ? {} : { seal_level: row.seal_level }),
  };
}

/**
 * Public verification. The check code is printed on the paper, so its holder sees what the paper shows. A number alone
 * can be guessed: without the code nothing is told, not even whether the number exists. An expired document shows only
 * its status.
 */
export async function verifyReference(
  db: Reader,
  referenceNo: string,
  code: string | undefined,
  request: { language: Language; now: Date },
): Promise<VerifyView> {
  const given = (code ?? '').replaceAll('-', '').toUpperCase();
  if (given === '') fail(errors.code_required, { data: { field: 'code' } });
  const row = await findByNumber(db, referenceNo);
  if (row === undefined || !isSame(row.check_code, given)) fail(kernelErrors.not_found);
  const { holder, authority, purpose, statement, facts, source } = row.data;
  const { full_name, full_name_en } = holder;
  const status = statusOf(row, request.now);
  const { language } = request;
  const dates = printDates(row);
  return {
    reference_no: row.reference_no,
    type: row.type,
    title: row.title[language],
    status,
    issued_at: row.issued_at,
    valid_until: row.valid_until,
    issued_on: dates.issued_on,
    valid_until_on: dates.valid_until_on,
    authority: authority?.[language] ?? null,
    seal: sealOf(row),
    holder: { full_name, full_name_en },
    certified:
      status === 'issued' && facts !== undefined && source !== undefined
        ? {
            statement: statement?.[language] ?? '',
            purpose: purpose?.[language] ?? '',
            facts: facts.map(({ name, label, value }) => ({
              name,
              label: label[language],
              value: value[language],
            })),
            source: {
              register: source.name[language],
              keeper: source.keeper[language],
              read_at: source.read_at,
              read_on: dates.read_on,
            },
          }
        : null,
  };
}

const sealOf = ({ seal_level: level, sealed_by: name, sealed_at }: ReferenceRow): VerifyView['seal'] =>
  level === null || name === null || sealed_at === null ? null : { name, level, sealed_at };

function isSame(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
