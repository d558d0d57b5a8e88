import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { notify } from '../notifications/index.ts';
import {
  type EndingRow,
  findClient,
  listEndingSecrets,
  listLiveSecrets,
  listOwners,
  markOwnersTold,
} from '../oauth-clients/index.ts';
import { listUses } from './activity-store.ts';
import { events } from './events.ts';

interface NoticeDeps {
  database: Database;
  outbox: Outbox;
}

/** A working day to exchange the secret; a shorter grace period is told at once. */
const noticeMs = 24 * 3_600_000;

/** Tells the owners of each secret that ends soon and was used after its successor existed. */
export async function tellOwners(deps: NoticeDeps, now: Date): Promise<void> {
  const db = deps.database.reader(systemIdentity);
  const ending = await listEndingSecrets(db, now, new Date(now.getTime() + noticeMs));
  for (const secret of ending) await tellOwnersOf(deps, secret, now);
}

async function tellOwnersOf(deps: NoticeDeps, secret: EndingRow, now: Date): Promise<void> {
  const { application_id: clientId, expires_at: endsAt } = secret;
  await unitOfWork<boolean>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'developers.ending_secrets', events: [events.ownersTold], auditRequired: (isTold) => isTold },
    async (tx) => {
      const client = await findClient(tx, clientId);
      const current = (await listLiveSecrets(tx, clientId, now)).find((one) => one.expires_at === null);
      const use = (await listUses(tx, clientId)).find(({ credential }) => credential === secret.id);
      const isInUse = current !== undefined && use !== undefined && use.used_at > current.created_at;
      if (client === undefined || endsAt === null || !isInUse) return false;
      if (!(await markOwnersTold(tx, secret.id, now))) return false;
      const owners = await listOwners(tx, clientId);
      for (const { user_id: userId } of owners)
        await notify(tx, {
          userId,
          topic: 'security',
          category: 'warning',
          title: {
            mn: `«${client.name}»: хуучин нууц түлхүүр удахгүй дуусна`,
            en: `${client.name}: the old secret ends soon`,
          },
          body: {
            mn: `Хуучин түлхүүрийг ${use.ip} хаягаас (${use.endpoint}) ашигласаар байна. Дуусахаас нь өмнө шинэ түлхүүрээр солино уу.`,
            en: `The old secret is still used from ${use.ip} (${use.endpoint}). Replace it with the new one before it ends.`,
          },
          link: `/developers/applications/${clientId}?tab=secret`,
        });
      tx.audit(events.ownersTold, {
        target: clientId,
        metadata: { ends_at: endsAt, owners: owners.length },
      });
      return true;
    },
  );
}
