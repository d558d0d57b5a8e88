import type { Reader } from '../../kernel/db/database.ts';
import { cutPage, type PageRequest, writePlace } from '../../kernel/http/time-cursor.ts';
import type { ClientDirectory } from '../oauth-clients/index.ts';
import type { HistoryEntry, HistoryKind, HistoryPage } from './schemas.ts';
import { type Happened, listHistory } from './store.ts';
import { describeAgent } from './user-agent.ts';

const kindOf: Record<string, HistoryKind> = {
  'login.success': 'sign_in',
  'login.failure': 'sign_in_failed',
  'account.session.ended': 'session_ended',
  'account.sessions.ended': 'sessions_ended',
  'account.data.asked': 'data_asked',
  'account.data.downloaded': 'data_downloaded',
  'account.erasure.asked': 'erasure_asked',
  'account.erasure.withdrawn': 'erasure_withdrawn',
  'auth.session.reuse': 'session_reused',
  'auth.social.linked': 'social_linked',
  'auth.social.unlinked': 'social_unlinked',
  'contacts.proven': 'contact_proven',
  'contacts.removed': 'contact_removed',
  'contacts.code.refused': 'contact_code_wrong',
  'oidc.consent.given': 'app_allowed',
  'oidc.device.allowed': 'app_allowed',
  'oidc.ciba.allowed': 'app_allowed',
  'oidc.consent.withdrawn': 'app_withdrawn',
  'users.ge_id.set': 'number_changed',
  'users.ge_id.passed': 'number_passed',
};

export async function readHistory(
  clients: Pick<ClientDirectory, 'client'>,
  db: Reader,
  userId: string,
  page: PageRequest,
): Promise<HistoryPage> {
  const found = await listHistory(db, userId, page);
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.at, row.place));
  return { items: await Promise.all(items.map((row) => view(clients, row))), ...rest };
}

async function view(clients: Pick<ClientDirectory, 'client'>, row: Happened): Promise<HistoryEntry> {
  const client = row.client_id === null ? undefined : await clients.client(row.client_id);
  return {
    id: row.place,
    at: row.at,
    kind: kindOf[row.what] ?? 'sign_in',
    ...describeAgent(row.user_agent),
    ip: row.ip ?? '',
    ...(row.method === null ? {} : { method: row.method as NonNullable<HistoryEntry['method']> }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.is_new_device === true ? { new_device: true as const } : {}),
    ...(row.contact === 'email' || row.contact === 'phone' ? { contact: row.contact } : {}),
    ...(client === undefined ? {} : { application: client.name }),
  };
}
