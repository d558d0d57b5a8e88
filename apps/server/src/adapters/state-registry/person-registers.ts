import {
  PersonRegisterError,
  type PersonRegistersPort,
} from '../../modules/references/person-registers-port.ts';
import { checkRecord } from './check-record.ts';
import { createRegistryClient, RegistryCallError, type StateRegistryOptions } from './registry-client.ts';

/** A citizen waits for this answer on a page, so its timeout is shorter than that of a job. */
const timeoutMs = 5_000;

export function createPersonRegisters(options: StateRegistryOptions): PersonRegistersPort {
  const ask = createRegistryClient({ timeoutMs, ...options }, '/v1/person/record');
  return {
    read: async (register, civilId) => {
      const body = await ask({ register, civil_id: civilId }).catch((error: unknown) => {
        throw error instanceof RegistryCallError ? new PersonRegisterError(register, error.message) : error;
      });
      const answer = checkRecord(body, register, civilId);
      if (!answer.ok) throw new PersonRegisterError(register, answer.reason);
      return answer.answer;
    },
  };
}
