import {
  StateRegistryError,
  type StateRegistryPort,
} from '../../modules/organisations/state-registry-port.ts';
import { checkAnswer } from './check-answer.ts';
import { createRegistryClient, RegistryCallError, type StateRegistryOptions } from './registry-client.ts';

export function createStateRegistry(options: StateRegistryOptions): StateRegistryPort {
  const ask = createRegistryClient(options, '/v1/org/lookup');
  return {
    lookup: async (regNo) => {
      const body = await ask({ reg_no: regNo }).catch((error: unknown) => {
        throw error instanceof RegistryCallError
          ? new StateRegistryError(error.failure, error.message)
          : error;
      });
      const answer = checkAnswer(body, regNo);
      if (!answer.ok) throw new StateRegistryError('failed', answer.reason);
      return answer.organisation;
    },
  };
}
