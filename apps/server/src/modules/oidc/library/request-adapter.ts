import Provider, { type Adapter, type AdapterPayload, errors as oauth } from 'oidc-provider';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { secondsAfter } from '../lifetimes.ts';
import {
  findRequest,
  insertRequest,
  pollRequest,
  type RequestKind,
  type RequestRow,
} from '../requests/store.ts';
import { hashUserCode } from '../requests/user-codes.ts';
import { issueOf, type Spent } from '../tokens/issue.ts';
import { hashOf, type Payload } from '../tokens/store.ts';
import { storedIdOf } from './client-documents.ts';

const spentKind: Readonly<Record<RequestKind, Spent['kind']>> = {
  DeviceCode: 'device_code',
  BackchannelAuthenticationRequest: 'ciba',
};

const requestByContext = new WeakMap<object, RequestRow>();

/** Storage of device codes and CIBA requests. The library creates and polls them; rows of ours decide them. */
export function requestAdapter(
  deps: { database: Database; keyring: Keyring; stateKey: string; now: () => Date },
  kind: RequestKind,
): Adapter {
  const reader = deps.database.reader(systemIdentity);
  const { keyring } = deps;
  const load = async (id: string): Promise<RequestRow | undefined> => {
    const { ctx } = Provider;
    const clientId = ctx?.oidc.client?.clientId;
    if (ctx?.oidc.route !== 'token' || clientId === undefined)
      return findRequest(reader, keyring, hashOf(id));
    const key = { hash: hashOf(id), clientId: storedIdOf(clientId), now: deps.now() };
    const polled = await pollRequest(reader, keyring, key);
    if (polled?.isTooSoon && new Date(polled.request.expires_at) > deps.now()) throw new oauth.SlowDown();
    if (polled !== undefined) requestByContext.set(ctx, polled.request);
    return polled?.request;
  };
  return {
    upsert: async (id, payload, expiresIn) => {
      const now = deps.now();
      // The device holds the codes; the stored payload must not contain them.
      const { jti, kind: _kind, userCode, ...rest } = payload;
      await insertRequest(reader, keyring, {
        hash: hashOf(id),
        kind,
        clientId: storedIdOf(String(payload.clientId)),
        userCodeHash: typeof userCode === 'string' ? hashUserCode(deps.stateKey, userCode) : null,
        payload: (kind === 'DeviceCode' ? rest : { ...rest, jti }) as Payload,
        now,
        expiresAt: secondsAfter(now, expiresIn ?? 0),
      });
    },
    find: async (id) => {
      const row = await load(id);
      return row?.kind === kind ? viewRequest(id, row) : undefined;
    },
    consume: async (id) => {
      const { ctx } = Provider;
      const grantId = ctx === undefined ? undefined : requestByContext.get(ctx)?.grant_id;
      // A refused request stays: its client may ask again and gets the same answer.
      if (ctx === undefined || grantId == null) return;
      issueOf(ctx).spent = { hash: hashOf(id), kind: spentKind[kind], grantId };
    },
    // A request is deleted with its grant by the database, or after its end by a job.
    destroy: async () => undefined,
    revokeByGrantId: async () => undefined,
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
  };
}

function viewRequest(id: string, row: RequestRow): AdapterPayload {
  return {
    ...row.payload,
    jti: id,
    kind: row.kind,
    ...(row.consumed_at === null ? {} : { consumed: true }),
    ...(row.state === 'allowed' ? { grantId: row.grant_id, accountId: row.user_id } : {}),
  } as AdapterPayload;
}
