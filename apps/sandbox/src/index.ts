import { startMailbox } from './mailbox/index.ts';
import { buildSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
import { registerPhonePage } from './web/index.ts';

export type { Sandbox, SandboxOptions } from './sandbox.ts';

/** The national eID provider with a phone page and a mailbox, for development and tests. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  return buildSandbox(options, { registerPhonePage, startMailbox });
}
