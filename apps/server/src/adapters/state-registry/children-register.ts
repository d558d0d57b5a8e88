import { Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';
import { type ChildrenRegister, ChildrenRegisterError } from '../../modules/acting/children-register-port.ts';
import { day, isEnvelope, name, text } from './check-record.ts';
import { createRegistryClient, RegistryCallError, type StateRegistryOptions } from './registry-client.ts';

/** Every request of a parent who acts for a child waits for this answer. */
const timeoutMs = 5_000;
const register = 'children';

const isRecord = checkerOf(
  Type.Object({
    children: Type.Array(Type.Object({ civil_id: text(40), name, born_on: day }), { maxItems: 30 }),
  }),
);

export function createChildrenRegister(options: StateRegistryOptions): ChildrenRegister {
  const ask = createRegistryClient({ timeoutMs, ...options }, '/v1/person/record');
  return {
    childrenOf: async (civilId) => {
      const body = await ask({ register, civil_id: civilId }).catch((error: unknown) => {
        throw error instanceof RegistryCallError ? new ChildrenRegisterError(error.message) : error;
      });
      if (!isEnvelope(body)) throw new ChildrenRegisterError('malformed');
      // An answer about another person would give a stranger's children.
      if (body.civil_id !== civilId || body.register.code !== register)
        throw new ChildrenRegisterError('other_person');
      if (!body.found) return [];
      if (!isRecord(body.record)) throw new ChildrenRegisterError('malformed');
      return body.record.children.map(({ civil_id, name: called, born_on }) => ({
        civilId: civil_id,
        name: called,
        bornOn: born_on,
      }));
    },
  };
}
