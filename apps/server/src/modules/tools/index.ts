import { mkdir } from 'node:fs/promises';
import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Gate } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import type { Module } from '../../kernel/module.ts';
import type { EmbeddingPort } from '../../kernel/search/embedding-port.ts';
import {
  createApiKeyCheck,
  lostMaker,
  readEnvironmentKeys,
  sealedApiKeys,
} from '../../kernel/security/api-keys.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { ClientDirectory } from '../oauth-clients/index.ts';
import type { AccessTokens } from '../oidc/index.ts';
import type { BrandingMemory } from '../site/index.ts';
import { createToolAccess } from './access.ts';
import { type Account, findCommandAccount } from './commands/account.ts';
import { readableDirectories, readableFiles } from './commands/diagnosis.ts';
import { createPlaces } from './commands/places.ts';
import { isUsable } from './commands/policies.ts';
import { createPrograms, type Programs } from './commands/programs.ts';
import { createQueue } from './commands/queue.ts';
import { defaultLimits, type RunLimits } from './commands/run.ts';
import { executeCommandTool } from './commands/tool.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { hostStatusTool } from './host/status.ts';
import { callerOfKey } from './keys.ts';
import { mcpMount } from './mcp.ts';
import { FoundInsight, memoryJobs, memoryTools } from './memory/insights.ts';
import { rebrandTool } from './rebrand.ts';
import { protectedResource, resourceMounts } from './resource.ts';
import { toolMounts } from './rest.ts';
import { administrationRows } from './routes.ts';
import { names } from './schemas.ts';
import { createSkills, synthesizeSkillTool } from './skills/skills.ts';
import type { Tool } from './tool.ts';

export { createPrograms, type Programs } from './commands/programs.ts';
export { makeToolKey, withdrawToolKey } from './keys.ts';
export { mcpUrl } from './resource.ts';
export { keyLimits } from './schemas.ts';

export interface ToolsDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly keyring: Keyring;
  readonly gate: Pick<Gate, 'authenticate'>;
  readonly accessTokens: AccessTokens;
  readonly clients: ClientDirectory;
  readonly limiter: Limiter;
  readonly stopping: AbortSignal;
  readonly now: () => Date;
  readonly onFailure: (tool: string, error: unknown) => void;
  readonly branding: BrandingMemory;
  readonly embedding: EmbeddingPort | undefined;
  readonly version: string;
  /** Public address of the platform for assistants. */
  readonly origin: string;
  /** The issuer of tokens for /mcp, if this platform is one. */
  readonly issuer: string | undefined;
  readonly dataDir: string;
  /** TOOLS_API_KEYS */
  readonly environmentKeys: readonly string[];
  readonly mcp: { readonly hosts: readonly string[]; readonly origins: readonly string[] };
  readonly commands: {
    readonly allowed: readonly string[];
    readonly extraOptions: readonly string[];
    readonly roots: readonly string[];
    readonly timeoutMs: number;
    /** Replaces the host's program lookup. */
    readonly programs?: Programs;
    readonly limits?: Partial<RunLimits>;
    /** Replaces the account found on the host. */
    readonly account?: () => Promise<Account | undefined>;
  };
}

/** Cached, because the host's accounts do not change while it serves. */
function rememberAccount(): () => Promise<Account | undefined> {
  let found: Promise<Account | undefined> | undefined;
  return () => {
    found ??= findCommandAccount();
    return found;
  };
}

/** The tools of assistants: one definition each, served as REST and as MCP. */
export function tools(deps: ToolsDeps): Module {
  const { commands: given, database } = deps;
  const commands = {
    allowed: given.allowed.filter(isUsable),
    extraOptions: given.extraOptions,
    programs: given.programs ?? createPrograms(),
    places: createPlaces(given.roots, [deps.dataDir]),
    account: given.account ?? rememberAccount(),
    queue: createQueue({ atOnce: 4, waiting: 16, waitMs: 5000 }),
    limits: { ...defaultLimits, timeoutMs: given.timeoutMs, ...given.limits },
  };
  const environmentKeys = readEnvironmentKeys(deps.environmentKeys);
  const skills = createSkills({ database, bus: deps.bus, commands });
  const builtin: readonly Tool[] = [
    hostStatusTool(deps),
    executeCommandTool(commands),
    ...memoryTools(deps),
    rebrandTool(deps.branding),
    synthesizeSkillTool(commands, skills, () => builtin.map(({ name }) => name)),
  ];
  const findKey = createApiKeyCheck({ ...deps, environmentKeys }, 'tools');
  const checkKey = async (presented: string) => {
    const key = await findKey(presented);
    if (key === lostMaker) fail(errors.key_lost_maker);
    return key === undefined ? undefined : callerOfKey(key);
  };
  const admit = createToolAccess({ ...deps, checkKey });
  const diagnosis = {
    commands: [...commands.allowed],
    roots: [...given.roots],
    directories: [...readableDirectories],
    files: [...readableFiles],
  };
  const rest = { ...deps, admit, skills, diagnosis };
  const resource = protectedResource(deps.issuer);
  const mcp = { ...rest, ...deps.mcp, admit: createToolAccess({ ...deps, checkKey }, resource), resource };
  return {
    name: 'tools',
    openInMaintenance: true,
    rows: administrationRows({ ...deps, environmentKeys, skills }),
    mounts: [...toolMounts(rest, builtin), mcpMount(mcp, builtin), ...resourceMounts(resource)],
    errors,
    events,
    schemas: { ...names, FoundInsight },
    jobs: memoryJobs(deps),
    sealed: [sealedApiKeys],
    attach: (http) => {
      http.addHook('onReady', async () => {
        for (const root of given.roots)
          await mkdir(root, { recursive: true }).catch((error: unknown) =>
            deps.onFailure('execute_command', error),
          );
      });
    },
  };
}
