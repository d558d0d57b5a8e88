import { type Answers, type FormSchema, listAskedSlots } from '@tamga/forms';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { fail } from '../../../kernel/http/errors.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { eraseFactsOf, lockUsable, markUsed } from './store.ts';

/**
 * The slots that the named answers fill. The application names rows of the server, so nothing in them comes from the
 * client; one that cannot be used refuses the whole application, because the person believes that it is sent.
 */
export async function requireFacts(
  tx: WriteTx,
  call: {
    ids: readonly string[];
    userId: string;
    service: { id: string; form: FormSchema | null };
    answers: Answers;
  },
): Promise<string[]> {
  const { ids, userId, service, answers } = call;
  if (ids.length === 0) return [];
  const found = await lockUsable(tx, { ids, userId, serviceId: service.id, now: tx.now });
  const asked = listAskedSlots(service.form, answers).map(({ key }) => key);
  const slots = found.map(({ slot }) => slot);
  if (found.length !== ids.length || slots.some((slot) => !asked.includes(slot))) fail(errors.fact_gone);
  return slots;
}

/** In the transaction of the application; other answers of its draft are erased. */
export async function useFacts(
  tx: WriteTx,
  call: { ids: readonly string[]; applicationId: string; draftId: string },
): Promise<void> {
  const { ids, applicationId, draftId } = call;
  if (ids.length > 0)
    for (const { id, evidence_code, receipt_digest } of await markUsed(tx, ids, applicationId))
      tx.audit(events.factUsed, {
        target: id,
        metadata: { application_id: applicationId, evidence: evidence_code, receipt_digest },
      });
  await eraseFactsOf(tx, [draftId], tx.now);
}
