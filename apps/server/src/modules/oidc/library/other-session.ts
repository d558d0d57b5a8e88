import type { KoaContextWithOIDC } from 'oidc-provider';
import { type Outbox, unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { events } from '../events.ts';
import { originOf } from './origin.ts';
import { deleteSessionsByUid } from './state-store.ts';

/**
 * Another tab may have signed a different person in since this request began. The library would then post a
 * form to its own sign-out page, which does not exist here; instead that session ends and the request resumes.
 */
export async function endOtherSession(
  deps: { database: Database; outbox: Outbox; now: () => Date },
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const { session, entities, client, route } = ctx.oidc;
  const decided = entities.Interaction?.result?.login?.accountId;
  const { accountId, uid } = session ?? {};
  if (uid === undefined || accountId === undefined || decided === undefined || accountId === decided) return;
  await unitOfWork(
    deps,
    {
      identity: systemIdentity,
      actorUserId: null,
      requestId: originOf(ctx).requestId,
      now: deps.now(),
    },
    { what: 'oidc.other_session', auditRequired: () => true },
    async (tx) => {
      await deleteSessionsByUid(tx, uid);
      tx.audit(events.sessionEnded, {
        target: accountId,
        subject: accountId,
        metadata: { client_id: client?.clientId ?? null, grants: 0 },
      });
    },
  );
  ctx.body = undefined;
  ctx.redirect(`${ctx.oidc.urlFor(route, ctx.params)}${ctx.search}`);
}
