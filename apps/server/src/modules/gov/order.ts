import { listMissingSlots } from '@tamga/forms';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import type { ReferenceView } from '../references/index.ts';
import { type ApplyDeps, apply, isAutomatic, type PreparedApply, prepareApply } from './apply.ts';
import { errors } from './errors.ts';
import { checkAnswers } from './services/check-answers.ts';
import { viewService } from './services/services.ts';

export interface PreparedOrder {
  serviceId: string;
  prepared: PreparedApply;
}

interface OrderCall {
  actor: Actor;
  type: string;
  language: Language;
  now: Date;
}

/**
 * Shortcut for programs: applies for the service that issues this certificate. It bypasses no fee, decision, question,
 * paper or assurance level of the service.
 */
export async function prepareOrder(deps: ApplyDeps, db: Reader, call: OrderCall): Promise<PreparedOrder> {
  const offered = await deps.services.byOutput(call.type);
  const [first] = offered;
  if (first === undefined) fail(errors.not_offered);
  const service = offered.find(
    (each) =>
      isAutomatic(each) &&
      each.fee === 0 &&
      checkAnswers(each.form, {}, call).length === 0 &&
      listMissingSlots(each.form, {}, []).length === 0,
  );
  if (service === undefined) {
    const { id, code, name, fee, fulfilment } = viewService(first, call.language);
    fail(errors.apply_instead, { data: { service: { id, code, name, fee, fulfilment } } });
  }
  const prepared = await prepareApply(deps, db, {
    actor: call.actor,
    body: { service_id: service.id },
    language: call.language,
    now: call.now,
  });
  // The caller wants a document, not a case, so nothing is registered to be finished later.
  if (prepared.waits) fail(errors.register_unavailable);
  return { serviceId: service.id, prepared };
}

export async function order(
  deps: ApplyDeps,
  tx: WriteTx,
  call: Omit<OrderCall, 'now' | 'type'>,
  { serviceId, prepared }: PreparedOrder,
): Promise<ReferenceView> {
  const { reference } = await apply(deps, tx, {
    actor: call.actor,
    body: { service_id: serviceId },
    language: call.language,
    prepared,
  });
  // The service changed after the lookup, so its new requirements were not checked.
  return reference ?? fail(errors.register_unavailable);
}
