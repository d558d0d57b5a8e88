import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, ownerOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import { findUser, joinNames } from '../users/index.ts';
import { findOwnPayment, type OwnPaymentRow } from './store.ts';

export interface Receipt {
  payment: OwnPaymentRow;
  receiptNo: string;
  paidAt: string;
  payer: Text;
}

/** Only the payer sees a receipt, and only for a settled payment. */
export async function findReceipt(db: Reader, call: { id: string; actor: Actor }): Promise<Receipt> {
  const payer = { owner: ownerOf(call.actor), person: false };
  const payment = (await findOwnPayment(db, call.id, payer)) ?? fail(kernelErrors.not_found);
  const { receipt_no: receiptNo, paid_at: paidAt } = payment;
  if (receiptNo === null || paidAt === null) return fail(kernelErrors.not_found);
  return { payment, receiptNo, paidAt, payer: payment.payer ?? (await nameOf(db, call.actor.userId)) };
}

async function nameOf(db: Reader, userId: string): Promise<Text> {
  const user = (await findUser(db, userId)) ?? fail(kernelErrors.not_found);
  const mn = joinNames(user.last_name, user.first_name);
  return { mn, en: joinNames(user.last_name_en, user.first_name_en) || mn };
}
