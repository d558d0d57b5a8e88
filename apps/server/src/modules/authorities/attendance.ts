import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail } from '../../kernel/http/errors.ts';
import { Type } from '../../kernel/http/schemas.ts';
import {
  countOfficers,
  listConflicted,
  listUnattended,
  listUnattendedCases,
  lockAttendance,
} from './attendance-store.ts';
import { errors } from './errors.ts';
import { findAuthorities } from './store.ts';

/** In the body or query of a change that could leave cases without an officer; counts from administrators alone. */
export const confirmUnattended = {
  confirm_unattended: Type.Optional(
    Type.Boolean({
      description: 'An administrator accepts that only administrators see the cases from then on',
    }),
  ),
};

/**
 * Makes the change, and refuses it if an authority with waiting cases lost its last officer by it, or a case its last
 * officer without an interest in it. The comparison covers every way to lose one: membership, role, account and
 * permission.
 */
export async function keepAttended<T>(
  tx: WriteTx,
  { confirmed }: { confirmed: boolean },
  change: () => Promise<T>,
): Promise<T> {
  await lockAttendance(tx);
  if (confirmed) return change();
  const before = new Set(await listUnattended(tx));
  const own = new Set((await listConflicted(tx)).map(({ id }) => id));
  const made = await change();
  const lost = (await listUnattended(tx)).filter((id) => !before.has(id));
  const left = (await listConflicted(tx)).filter(({ id }) => !own.has(id));
  if (lost.length === 0 && left.length === 0) return made;
  const waiting = (await listUnattendedCases(tx)).filter(({ id }) => lost.includes(id));
  const cases = waiting.reduce((sum, authority) => sum + authority.cases, left.length);
  if (cases === 0) return made;
  const touched = [...waiting.map(({ id }) => id), ...left.map(({ authority_id: id }) => id)];
  const authorities = (await findAuthorities(tx, touched)).slice(0, 20).map(viewName);
  fail(errors.cases_unattended, { data: { cases, authorities } });
}

/** For a service that officers decide, before it takes applications or before its cases move to the authority. */
export async function requireOfficer(
  tx: WriteTx,
  { authorityId, cases, confirmed }: { authorityId: string; cases: number; confirmed: boolean },
): Promise<void> {
  await lockAttendance(tx);
  if (confirmed || (await countOfficers(tx, authorityId)) > 0) return;
  fail(errors.authority_unattended, {
    data: { cases, authorities: (await findAuthorities(tx, [authorityId])).map(viewName) },
  });
}

const viewName = ({ id, name, name_en }: { id: string; name: string; name_en: string }) => ({
  id,
  name,
  name_en,
});
