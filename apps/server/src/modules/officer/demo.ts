import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { everyAuthority } from '../authorities/index.ts';
import { register, setAuthorities, userEvents } from '../users/index.ts';

/** A sandbox person who signs in as an officer of every authority, so that each demonstration service has one. */
const person = {
  nationalId: 'ЧН80081523',
  firstName: 'Энхтуяа',
  lastName: 'Батсүх',
  firstNameEn: 'Enkhtuya',
  lastNameEn: 'Batsukh',
  roleId: roleIds.officer,
};

/** Registered once, so that later changes by an administrator stay. */
export function seedDemoOfficer(deps: {
  database: Database;
  outbox: Outbox;
  now: () => Date;
}): Promise<'seeded' | 'unchanged'> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    {
      what: 'the demonstration officer',
      events: [userEvents.registered, userEvents.authoritiesSet],
      auditRequired: (outcome) => outcome === 'seeded',
    },
    async (tx) => {
      const id = await register(tx, person);
      if (id === undefined) return 'unchanged';
      await setAuthorities(tx, id, [everyAuthority], null);
      return 'seeded';
    },
  );
}
