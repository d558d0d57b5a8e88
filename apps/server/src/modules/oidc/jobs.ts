import { unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { deleteUnusedAssistants } from '../oauth-clients/index.ts';
import { logoutJob } from './challenges/logout.ts';
import { type KeyDeps, maintainKeys } from './keys/keys.ts';
import type { Engine } from './library/engine.ts';
import { lifetimes, secondsAfter } from './lifetimes.ts';
import { deleteOldProblems } from './problem-store.ts';
import { deleteExpired } from './tokens/store.ts';

export function oidcJobs(
  deps: KeyDeps & { database: Database; keyDays: number; keyLeadMinutes: number },
  engine: Engine | undefined,
): readonly Job[] {
  return [
    {
      name: 'oidc.clean',
      about: 'Removes expired tokens, sign-ins, remembered consents and old problems of the OIDC provider',
      schedule: '*/10 * * * *',
      run: (_data, { now }) =>
        deps.database.transaction(systemIdentity, async (tx) => {
          await deleteExpired(tx, now);
          await deleteOldProblems(tx, secondsAfter(now, -lifetimes.problem));
        }),
    },
    {
      name: 'oidc.keys',
      about: 'Creates the next key for id_tokens in time, and removes keys that are no longer needed',
      schedule: '25 * * * *',
      run: async () => {
        if (engine !== undefined)
          await maintainKeys(deps, { days: deps.keyDays, leadMinutes: deps.keyLeadMinutes });
      },
    },
    {
      name: 'oidc.assistants',
      about: 'Removes assistants that registered themselves or were known by a document, unused for 30 days',
      schedule: '40 3 * * *',
      run: (_data, { now }) =>
        unitOfWork(
          deps,
          { identity: systemIdentity, actorUserId: null, requestId: null, now },
          { what: 'oidc.assistants', auditRequired: (removed) => removed > 0 },
          deleteUnusedAssistants,
        ).then(() => undefined),
    },
    {
      name: logoutJob,
      about: 'Tells an application that a person signed out (OpenID Connect Back-Channel Logout)',
      run: async (data) => {
        if (engine === undefined) return;
        const { provider } = await engine.current();
        const client = (await provider.Client.find(String(data['client_id']))) as Listener | undefined;
        if (client?.backchannelLogoutUri !== undefined)
          await client.backchannelLogout(String(data['user_id']), String(data['sid']));
      },
    },
  ];
}

/** Members of the library's client that its types omit. */
interface Listener {
  readonly backchannelLogoutUri?: string;
  backchannelLogout(subject: string, sid: string): Promise<void>;
}
