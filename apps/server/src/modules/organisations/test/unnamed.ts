import { fail } from '../../../kernel/http/errors.ts';
import { eidConsoleErrors } from '../../eid-console/index.ts';
import { type AskRegister, createNaming, type NamingDeps } from '../index.ts';

/** Parts of organisations where the register names nobody. */
export function namesNobody(parts: Pick<NamingDeps, 'database' | 'outbox' | 'now'>) {
  const askRegister: AskRegister = async () => null;
  return {
    askRegister,
    naming: createNaming({ ...parts, askRegister, checkEveryMs: 60_000, maxAgeMs: 3_600_000 }),
    listSigners: async () => [],
    prove: async () => fail(eidConsoleErrors.not_representative),
    proveErrors: [eidConsoleErrors.not_representative],
  };
}
