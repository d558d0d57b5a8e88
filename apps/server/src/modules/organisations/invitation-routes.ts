import { notAudited } from '../../kernel/audit/events.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import {
  acceptInvitation,
  acceptLink,
  askAboutSender,
  declineInvitation,
  readLink,
  readReceived,
} from './accept-invitation.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { findByToken, listReceived } from './invitation-store.ts';
import type { OrganisationsDeps } from './routes.ts';
import { OrganisationView, ReceivedView, TokenBody } from './schemas.ts';
import { hashToken } from './send-invitation.ts';

const answers: Limit = { group: 'org-invitation', perMinute: 10, burst: 10 };
const asSystem = 'an invitation gives access to an organisation the caller is not a member of yet';

export function invitationRows({ membersApp, naming }: OrganisationsDeps): readonly Row[] {
  return [
    read({
      id: 'org.received.list',
      path: '/org/invitations',
      access: signedIn,
      reply: listOf(ReceivedView),
      errors: [],
      asSystem,
      summary: 'Open invitations to the caller',
      handler: async ({ actor, db, request }) => {
        const items = await readReceived(db, membersApp, actor.userId, request.now);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'org.received.open',
      method: 'POST',
      path: '/org/invitations/open',
      access: signedIn,
      limit: answers,
      body: TokenBody,
      reply: ReceivedView,
      errors: [],
      audit: notAudited('only reads; the token is in the body so that no log contains it'),
      asSystem,
      noStore: true,
      summary: 'The invitation behind a link',
      prepare: ({ body, db, request }) => readLink(db, membersApp, body.token, request.now),
      handler: async ({ prepared }) => prepared,
    }),
    write({
      id: 'org.invitations.accept',
      method: 'POST',
      path: '/org/invitations/accept',
      access: signedIn,
      limit: answers,
      body: TokenBody,
      reply: OrganisationView,
      errors: [errors.eid_required, errors.representation_unconfirmed],
      audit: [events.invitationAccepted],
      asSystem,
      summary: 'Accept an invitation by its link',
      prepare: async ({ body, db, request }) =>
        askAboutSender(naming, await findByToken(db, hashToken(body.token), request.now)),
      handler: ({ actor, body, tx }) => acceptLink(tx, membersApp, actor.userId, body.token),
    }),
    write({
      id: 'org.received.accept',
      method: 'POST',
      path: '/org/invitations/:id/accept',
      access: signedIn,
      limit: answers,
      params: ById,
      reply: OrganisationView,
      errors: [errors.representation_unconfirmed],
      audit: [events.invitationAccepted],
      asSystem,
      summary: 'Accept an invitation; members can then see the caller’s name and e-mail address',
      prepare: async ({ actor, params, db, request }) => {
        const received = await listReceived(db, actor.userId, request.now);
        return askAboutSender(
          naming,
          received.find(({ id }) => id === params.id),
        );
      },
      handler: ({ actor, params, tx }) => acceptInvitation(tx, membersApp, actor.userId, params.id),
    }),
    write({
      id: 'org.received.decline',
      method: 'POST',
      path: '/org/invitations/:id/decline',
      access: signedIn,
      limit: answers,
      params: ById,
      reply: Empty,
      errors: [],
      audit: [events.invitationDeclined],
      asSystem,
      summary: 'Decline an invitation; the organisation is not notified',
      handler: async ({ actor, params, tx }) => {
        await declineInvitation(tx, actor.userId, params.id);
        return {};
      },
    }),
  ];
}
