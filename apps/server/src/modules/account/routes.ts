import { signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { readPageQuery } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { ClientDirectory } from '../oauth-clients/index.ts';
import { events } from './events.ts';
import { readHistory } from './history.ts';
import { EndedCount, HistoryPage, HistoryQuery, SessionList } from './schemas.ts';
import { endOthers, endSession, listSessions } from './sessions.ts';

const writes: Limit = { group: 'me', perMinute: 30, burst: 15 };

export interface AccountDeps {
  clients: Pick<ClientDirectory, 'client'>;
}

export const accountRows = (deps: AccountDeps): readonly Row[] => [
  read({
    id: 'me.sessions',
    path: '/me/sessions',
    access: signedIn,
    reply: SessionList,
    errors: [],
    noStore: true,
    summary: 'Devices where the person is signed in',
    handler: ({ actor, db, request }) => listSessions(db, actor, request.now),
  }),
  write({
    id: 'me.sessions.end',
    method: 'DELETE',
    path: '/me/sessions/:id',
    access: signedIn,
    limit: writes,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.sessionEnded],
    summary: 'Sign one device out',
    handler: ({ actor, params, tx }) => endSession(tx, actor, params.id),
  }),
  write({
    id: 'me.sessions.end_others',
    method: 'POST',
    path: '/me/sessions/end-others',
    access: signedIn,
    limit: writes,
    reply: EndedCount,
    errors: [],
    audit: [events.othersEnded],
    summary: 'Sign out every device but this one',
    handler: ({ actor, tx }) => endOthers(tx, actor),
  }),
  read({
    id: 'me.security_history',
    path: '/me/security-history',
    access: signedIn,
    query: HistoryQuery,
    reply: HistoryPage,
    errors: [],
    noStore: true,
    summary: 'Sign-ins, failures, and changes of contacts, sessions and applications, newest first',
    handler: ({ actor, db, query }) => readHistory(deps.clients, db, actor.userId, readPageQuery(query)),
  }),
];
