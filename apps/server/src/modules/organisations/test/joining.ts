import { createCaller } from '../../../../test/caller.ts';
import type { SignedIn } from '../../../../test/citizens.ts';
import type { TestServer } from '../../../../test/server.ts';

/** Test helper: invites a person by account and accepts for them. */
export async function joinOrganisation(
  server: TestServer,
  orgId: string,
  manager: SignedIn,
  person: SignedIn,
  role = 'member',
): Promise<void> {
  const invited = await createCaller(server.url).post(
    `/api/v1/org/${orgId}/members`,
    { user_id: person.userId, role },
    { token: manager.token },
  );
  if (invited.status !== 201) throw new Error(`${invited.status}: ${invited.text}`);
  const accepted = await createCaller(server.url).post(
    `/api/v1/org/invitations/${invited.body.data.id}/accept`,
    {},
    { token: person.token },
  );
  if (accepted.status !== 200) throw new Error(`${accepted.status}: ${accepted.text}`);
}
