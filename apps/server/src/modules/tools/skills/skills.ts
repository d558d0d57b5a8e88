import type { Bus } from '../../../kernel/bus/bus.ts';
import { createBusCache } from '../../../kernel/bus/bus-cache.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { type Static, strict, Timestamp, Type } from '../../../kernel/http/schemas.ts';
import { type CommandDeps, execute } from '../commands/execute.ts';
import { commandResult } from '../commands/schemas.ts';
import { events, skillEvent } from '../events.ts';
import { defineTool, Refusal, refuse, type Tool, type ToolCall } from '../tool.ts';
import { deleteSkill, insertSkill, listSkills, type SkillRow } from './store.ts';
import { fillTemplate, readTemplate } from './template.ts';

/** Announces an added or removed skill to every instance. */
export const skillsChannel = 'tools.skills';
const mostSkills = 200;

export interface SkillDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly commands: CommandDeps;
}

export interface Skills {
  all(): Promise<readonly SkillRow[]>;
  tools(): Promise<readonly Tool[]>;
  /** Applies a change on this instance at once, before the bus delivers it. */
  forget(): void;
}

export function createSkills(deps: SkillDeps): Skills {
  const reader = deps.database.reader(systemIdentity);
  const known = createBusCache(deps.bus, async () => {
    const rows = await listSkills(reader);
    return { rows, tools: rows.map((row) => toolOf(deps.commands, row)) };
  });
  const forget = () => known.forget('all');
  deps.bus.on(skillsChannel, forget);
  return {
    forget,
    all: async () => (await known.load('all')).rows,
    tools: async () => (await known.load('all')).tools,
  };
}

const Value = Type.Union([Type.String({ maxLength: 1024 }), Type.Number(), Type.Boolean()]);

function toolOf(commands: CommandDeps, row: SkillRow): Tool {
  return defineTool({
    name: row.name,
    description: row.description,
    builtin: false,
    // The skill validates its arguments itself, because the contract requires its own codes for missing and
    // extra ones.
    parameters: Type.Object(
      {
        ...Object.fromEntries(row.params.map((param) => [param, Value])),
        cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
      },
      { additionalProperties: false },
    ),
    result: Type.Object({ ...commandResult, skillName: Type.String() }),
    event: skillEvent(row.name),
    run: async (params: Record<string, string | number | boolean>, call) => {
      const { cwd, ...values } = params;
      const argv = fillTemplate(row, values);
      try {
        const result = await execute(commands, argv, cwd === undefined ? undefined : String(cwd), call);
        return { skillName: row.name, ...result };
      } catch (error) {
        if (!(error instanceof Refusal) || error.data === undefined) throw error;
        return refuse(error.code, error.message, { skillName: row.name, ...error.data });
      }
    },
  });
}

const SkillParameters = strict({
  skillName: Type.String({
    minLength: 3,
    maxLength: 64,
    pattern: '^[a-z][a-z0-9]*(_[a-z0-9]+)*$',
    description: 'Unique name in snake_case',
  }),
  description: Type.String({ minLength: 1, maxLength: 500, description: 'What the new tool does' }),
  commandTemplate: Type.String({
    minLength: 1,
    maxLength: 2000,
    description:
      'An allowed command with {{param}} placeholders, each of which fills a place in one argument',
  }),
});

const Skill = {
  skillName: Type.String(),
  description: Type.String(),
  commandTemplate: Type.String(),
  argv: Type.Array(Type.String()),
  params: Type.Array(Type.String()),
  endpoint: Type.String(),
  createdAt: Timestamp,
  createdBy: Type.String(),
};

export function viewSkill(row: SkillRow): Static<ReturnType<typeof Type.Object<typeof Skill>>> {
  return {
    skillName: row.name,
    description: row.description,
    commandTemplate: row.command_template,
    argv: row.argv,
    params: row.params,
    endpoint: `/api/v1/tools/${row.name}`,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}

export function synthesizeSkillTool(
  commands: CommandDeps,
  skills: Skills,
  builtin: () => readonly string[],
): Tool {
  return defineTool({
    name: 'synthesize_skill',
    description:
      'Registers a new runtime tool from a command template. The program must be an allowed command; {{param}} placeholders become parameters of the new tool.',
    builtin: true,
    parameters: SkillParameters,
    result: Type.Object(Skill),
    event: events.skillRegistered,
    run: async (params, call) => {
      const skill = await register(commands, params, call, builtin());
      skills.forget();
      return skill;
    },
  });
}

async function register(
  commands: CommandDeps,
  params: Static<typeof SkillParameters>,
  call: ToolCall,
  builtin: readonly string[],
) {
  if (builtin.includes(params.skillName)) refuse('skill_exists', `${params.skillName} is a tool already`);
  const { argv, params: names } = readTemplate(commands, params.commandTemplate);
  const row = await call.commit(async (tx) => {
    const added = await insertSkill(tx, {
      name: params.skillName,
      description: params.description,
      command_template: params.commandTemplate,
      argv: [...argv],
      params: [...names],
      created_by: call.caller.label,
      now: call.now,
      most: mostSkills,
    });
    if (added === undefined)
      refuse('skill_exists', `${params.skillName} exists already, or ${mostSkills} skills are registered`);
    tx.publish(skillsChannel, { skill: params.skillName });
    return added;
  });
  return viewSkill(row);
}

export async function removeSkill(skills: Skills, name: string, call: ToolCall): Promise<void> {
  await call.commit(async (tx) => {
    if ((await deleteSkill(tx, name)) === 0) refuse('unknown_skill', `there is no skill ${name}`);
    tx.publish(skillsChannel, { skill: name });
  });
  skills.forget();
}
