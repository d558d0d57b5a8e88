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
    children: Type.Array(
      Type.Object({
        civil_id: text(40),
        name,
        born_on: day,
        last_name: Type.Optional(text(100)),
        first_name: Type.Optional(text(100)),
        national_id: Type.Optional(Type.String({ pattern: '^[А-ЯЁӨҮ]{2}[0-9]{8}$' })),
      }),
      { maxItems: 30 },
    ),
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
      return body.record.children.map((child) => {
        // The name of the father or mother comes first; a register that gives only the whole name is read like this.
        const [last, ...given] = child.name.mn.split(' ').filter((word) => word !== '');
        const first = given.join(' ');
        return {
          civilId: child.civil_id,
          name: child.name,
          lastName: child.last_name ?? (first === '' ? '' : (last ?? '')),
          firstName: child.first_name ?? (first || child.name.mn),
          nationalId: child.national_id ?? null,
          bornOn: child.born_on,
        };
      });
    },
  };
}
