import type { Citizen } from '../../../../test/citizens.ts';
import { changeAsSystem } from '../../../../test/citizens.ts';
import { setRole } from '../../users/index.ts';
import type { Onboarded, Stage } from './stage.ts';

/**
 * Onboarding leaves the civil_id out of the user row, so that the citizen keeps an ordinary account. eID signs
 * in a super administrator only when their row carries it, which this sets in the database.
 */
export async function giveCivilId(stage: Stage, owner: Onboarded, citizen: Citizen): Promise<void> {
  await stage.world.database.query('update users set civil_id = $2 where id = $1', [
    owner.userId,
    citizen.civil_id,
  ]);
}

/** Signs in a person with this role and returns their token. */
export async function signInAs(stage: Stage, citizen: Citizen, roleId: number): Promise<string> {
  const { id } = (await stage.signInByEid(citizen)).body.data;
  const { clock } = stage.world;
  await changeAsSystem(stage.server, clock.now(), (tx) => setRole(tx, id, roleId));
  clock.advance(1);
  return (await stage.signInByEid(citizen)).body.data.token;
}
