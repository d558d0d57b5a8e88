import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { notify } from '../notifications/index.ts';
import { findNamed } from './naming-store.ts';
import type { ListSigners } from './register-port.ts';
import { findName } from './store.ts';

const queue = 'organisations.tell_signers';
/** A message names this many people; the page of the organisations lists all. */
const mostNamed = 20;

/** The eID provider keeps signers whoever represents the organisation, so the present representative is told about them. */
export const tellSigners = (tx: WriteTx, { orgId, userId }: { orgId: string; userId: string }): void =>
  tx.enqueue(queue, { org_id: orgId, user_id: userId });

export function signersJob(deps: { database: Database; outbox: Outbox; listSigners: ListSigners }): Job {
  return {
    name: queue,
    about: 'Tells a representative who else can sign for the organisation at the eID provider',
    retries: 10,
    run: async (data, { now }) => {
      const { org_id: orgId, user_id: userId } = data as { org_id: string; user_id: string };
      const named = await findNamed(deps.database.reader(systemIdentity), orgId, userId);
      if (named === undefined) return;
      const signers = await deps.listSigners(userId, named.reg_no);
      if (signers.length === 0) return;
      await unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: queue, auditRequired: () => false },
        (tx) => notifySigners(tx, { userId, orgId, signers }),
      );
    },
  };
}

async function notifySigners(
  tx: WriteTx,
  { userId, orgId, signers }: { userId: string; orgId: string; signers: readonly string[] },
): Promise<void> {
  const organisation = (await findName(tx, orgId))?.name ?? '';
  const names = signers.slice(0, mostNamed).join(', ') + (signers.length > mostNamed ? ', …' : '');
  await notify(tx, {
    userId,
    topic: 'organisations',
    category: 'warning',
    title: {
      mn: `«${organisation}»: хэн гарын үсэг зурж чадахыг шалгана уу`,
      en: `Check who can sign for “${organisation}”`,
    },
    body: {
      mn: `eID дээр энэ байгууллагын нэрийн өмнөөс гарын үсэг зурах эрхтэй бусад хүн: ${names}. Төлөөлөгч солигдоход энэ эрх өөрөө дуусахгүй. Эрхийг нь «Байгууллагууд» хуудасны «Гарын үсэг зурагчид» хэсэгт хасна уу.`,
      en: `Others who have the right to sign for it with eID: ${names}. This right does not end when the representative changes. You can end it on the page Organisations, under Signers.`,
    },
    link: '/organisations',
  });
}
