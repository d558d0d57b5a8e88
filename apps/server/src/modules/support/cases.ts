import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { cutPage, readPageQuery, writePlace } from '../../kernel/http/time-cursor.ts';
import { drawNumber, numberTries } from '../../kernel/public-number.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { SupportCaseBody, SupportCaseDetail } from './schemas.ts';
import {
  type CaseRow,
  findOwnCase,
  insertCase,
  insertMessage,
  listMessages,
  listOwnCases,
  writeToCase,
} from './store.ts';

/** A longer exchange is a new case. */
export const mostMessages = 60;

interface Sender {
  userId: string | null;
  email: string;
  language: Language;
}

export async function openCase(tx: WriteTx, sender: Sender, body: SupportCaseBody): Promise<CaseRow> {
  for (let attempt = 0; attempt < numberTries; attempt += 1) {
    const row = await insertCase(tx, {
      id: randomUUID(),
      number: drawNumber('CONTACT', tx.now, attempt),
      userId: sender.userId,
      email: sender.email,
      topic: body.topic,
      page: body.page ?? '',
      lang: sender.language,
      now: tx.now,
    });
    if (row === undefined) continue;
    const { id: caseId, number, topic } = row;
    const text = body.text.trim();
    await insertMessage(tx, { caseId, author: 'sender', authorId: sender.userId, text, now: tx.now });
    tx.audit(events.opened, { target: caseId, metadata: { number, topic } });
    return row;
  }
  throw new Error('no free case number was found');
}

export async function showOwnCases(
  db: Reader,
  userId: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
) {
  const page = readPageQuery(query);
  const { items, ...rest } = cutPage(await listOwnCases(db, userId, page), page.limit, (row) =>
    writePlace(row.updated_at, row.seq),
  );
  return { items: [...items], ...rest };
}

export async function showOwnCase(db: Reader, userId: string, id: string): Promise<SupportCaseDetail> {
  const row = (await findOwnCase(db, id, userId)) ?? fail(kernelErrors.not_found);
  return { ...row, messages: await listMessages(db, id) };
}

export async function writeMore(
  tx: WriteTx,
  userId: string,
  id: string,
  text: string,
): Promise<SupportCaseDetail> {
  const row =
    (await writeToCase(tx, { id, userId, most: mostMessages, now: tx.now })) ??
    explain(await findOwnCase(tx, id, userId));
  await insertMessage(tx, { caseId: id, author: 'sender', authorId: userId, text: text.trim(), now: tx.now });
  tx.audit(events.written, { target: id, metadata: { number: row.number } });
  return { ...row, messages: await listMessages(tx, id) };
}

/** The reason why a statement changed no row. */
export function explain(row: CaseRow | undefined): never {
  if (row === undefined) fail(kernelErrors.not_found);
  fail(row.status === 'closed' ? errors.case_closed : errors.case_full);
}
