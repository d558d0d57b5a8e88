import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { drawNumber, numberTries } from '../../kernel/public-number.ts';
import { findUser, joinNames } from '../users/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { ReferenceView, VerifyView } from './schemas.ts';
import { findByNumber, type Holder, insertReference, type ReferenceRow } from './store.ts';
import { describeType, referenceTypes } from './types.ts';

export interface ReferenceOrder {
  userId: string;
  type: string;
  /** As they were when they applied: whoever decides may not look them up. */
  holder: Holder;
  applicationId: string | null;
  serviceCode: string | null;
  /** For a type of the service's own. */
  title?: Text;
}

export interface Issued {
  id: string;
  referenceNo: string;
}

/** Issues a document in the transaction of the decision that grants it. */
export async function issueReference(tx: WriteTx, order: ReferenceOrder): Promise<Issued> {
  const id = randomUUID();
  const title = Object.hasOwn(referenceTypes, order.type) ? undefined : order.title;
  for (let attempt = 0; attempt < numberTries; attempt += 1) {
    const referenceNo = drawNumber('REF', tx.now, attempt);
    const inserted = await insertReference(tx, {
      id,
      userId: order.userId,
      type: order.type,
      title: JSON.stringify(title ?? describeType(order.type).title),
      referenceNo,
      checkCode: randomBytes(8).toString('hex').toUpperCase(),
      issuedAt: tx.now,
      data: JSON.stringify({
        holder: order.holder,
        ...(order.serviceCode === null ? {} : { service_code: order.serviceCode }),
      }),
      applicationId: order.applicationId,
      serviceCode: order.serviceCode,
    });
    if (!inserted) continue;
    tx.audit(events.issued, {
      target: id,
      metadata: { type: order.type, reference_no: referenceNo, user_id: order.userId },
    });
    return { id, referenceNo };
  }
  throw new Error('no free reference number was found');
}

/** A document of one of the known types, for the person who asks. */
export async function orderReference(
  tx: WriteTx,
  userId: string,
  type: string,
  language: Language,
): Promise<ReferenceView> {
  if (!Object.hasOwn(referenceTypes, type)) fail(errors.unknown_value);
  const user = (await findUser(tx, userId)) ?? fail(kernelErrors.not_found);
  const holder: Holder = {
    full_name: joinNames(user.last_name, user.first_name),
    full_name_en: joinNames(user.last_name_en, user.first_name_en),
    civil_id: user.civil_id,
  };
  const { referenceNo } = await issueReference(tx, {
    userId,
    type,
    holder,
    applicationId: null,
    serviceCode: null,
  });
  const row = (await findByNumber(tx, referenceNo)) ?? fail(kernelErrors.not_found);
  return viewReference(row, language, tx.now);
}

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
  };
}

/** What a stranger with the paper in hand, or only with its number, may learn. */
export async function verifyReference(
  db: Reader,
  referenceNo: string,
  code: string | undefined,
  request: { language: Language; now: Date },
): Promise<VerifyView> {
  const row = (await findByNumber(db, referenceNo)) ?? fail(kernelErrors.not_found);
  const confirmed = isSame(row.check_code, (code ?? '').replaceAll('-', '').toUpperCase());
  const { full_name, full_name_en } = row.data.holder;
  return {
    reference_no: row.reference_no,
    type: row.type,
    title: row.title[request.language],
    status: statusOf(row, request.now),
    issued_at: row.issued_at,
    valid_until: row.valid_until,
    confirmed,
    holder: confirmed
      ? { full_name, full_name_en }
      : { full_name: initials(full_name), full_name_en: initials(full_name_en) },
  };
}

function isSame(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}

/** Numbers can be guessed, so a number alone shows no name that could be gathered. */
function initials(name: string): string {
  return name
    .split(' ')
    .map((part) => (part === '' ? '' : `${[...part][0]}***`))
    .join(' ');
}
