import type { FastifyReply, FastifyRequest } from 'fastify';
import { other } from '../../kernel/http/access.ts';
import type { CallerFacts } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import { openApi } from '../../kernel/http/openapi.ts';
import type { Mount, MountOperation } from '../../kernel/http/row.ts';
import { JsonObject, type Static, shownAs, Type } from '../../kernel/http/schemas.ts';
import { takeAllowance } from './access.ts';
import { type CallContext, type CallDeps, callTool, recorded } from './call.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { ToolFailure } from './schemas.ts';
import { requireScopes, visibleTo } from './scopes.ts';
import { removeSkill, type Skills } from './skills/skills.ts';
import type { Outcome, Tool, ToolCaller } from './tool.ts';

export interface RestDeps extends CallDeps {
  readonly admit: (caller: CallerFacts) => Promise<ToolCaller>;
  readonly limiter: Limiter;
  readonly skills: Skills;
  readonly stopping: AbortSignal;
  readonly origin: string;
  readonly diagnosis: Diagnosis;
}

/** The version of the tool interface in the specification, independent of the release. */
const interfaceVersion = '1.0.0';
const bodyLimitBytes = 64 * 1024;
const skillName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
export const accessWord = 'api-key|bearer';
const why = 'assistants: a key of the tools, an administrator, or an application that holds svc:tools';

const envelope = (data: object, error: string) => ({ success: error === '', data, error });

export function envelopeOf(outcome: Outcome) {
  return outcome.success
    ? envelope(outcome.data, '')
    : envelope(outcome.data ?? {}, `${outcome.code}: ${outcome.message}`);
}

/** POST /api/v1/tools/{tool} for each tool and for every skill, and the list. */
export function toolMounts(deps: RestDeps, builtin: readonly Tool[]): readonly Mount[] {
  const access = other(accessWord, why, deps.admit);
  const mount = (given: Omit<Mount, 'access' | 'failureBody' | 'bodyLimitBytes'>): Mount => ({
    ...given,
    access,
    bodyLimitBytes,
    failureBody: (code, message) => envelope({}, `${code}: ${message}`),
  });
  const mountTool = (tool: Tool): Mount =>
    mount({
      id: `tools.${tool.name}`,
      methods: ['POST'],
      path: `/api/v1/tools/${tool.name}`,
      summary: tool.description,
      operation: operationOf(tool.name, tool.result, tool.parameters),
      handle: (request, reply, caller) => handleCall(deps, tool, request, reply, caller as ToolCaller),
    });
  return [
    ...builtin.map(mountTool),
    mount({
      id: 'tools.openapi',
      methods: ['GET'],
      path: '/api/v1/tools/openapi.json',
      summary:
        'The tools and skills of this moment as an OpenAPI document of their own, for assistants to import',
      handle: async (_request, reply, caller) => {
        await takeAllowance(deps, caller as ToolCaller, reply);
        const all = [...builtin, ...(await deps.skills.tools())];
        const mounts = visibleTo(caller as ToolCaller, all).map(mountTool);
        const modules = [{ name: 'tools', rows: [], mounts }];
        return openApi({ version: interfaceVersion, server: deps.origin, modules });
      },
    }),
    mount({
      id: 'tools.skill.call',
      methods: ['POST'],
      path: '/api/v1/tools/:skillName',
      summary: 'Call a skill that was registered with synthesize_skill',
      operation: operationOf('call_skill', Type.Object({}), Type.Object({})),
      handle: async (request, reply, caller) => {
        const name = nameOf(request);
        const tool = (await deps.skills.tools()).find((one) => one.name === name);
        return handleCall(deps, tool ?? fail(errors.unknown_skill), request, reply, caller as ToolCaller);
      },
    }),
    mount({
      id: 'tools.list',
      methods: ['GET'],
      path: '/api/v1/tools',
      summary: 'Every tool and skill with its parameters, and the allowed programs and paths',
      operation: operationOf('list_tools', ToolList),
      handle: async (_request, reply, caller) => {
        await takeAllowance(deps, caller as ToolCaller, reply);
        const tools = visibleTo(caller as ToolCaller, [...builtin, ...(await deps.skills.tools())]);
        return envelope({ tools: tools.map(viewTool), diagnosis: deps.diagnosis }, '');
      },
    }),
    mount({
      id: 'tools.skill.delete',
      methods: ['DELETE'],
      path: '/api/v1/tools/:skillName',
      summary: 'Remove a skill; for administrators',
      operation: operationOf('delete_skill', Type.Object({ deleted: Type.Boolean() })),
      handle: (request, reply, caller) => handleDelete(deps, request, reply, caller as ToolCaller),
    }),
  ];
}

const paths = (description: string) => Type.Array(Type.String(), { description });
const Diagnosis = Type.Object({
  commands: paths('Programs that execute_command and skills may run'),
  roots: paths('Directories commands may work in and look into'),
  directories: paths('Directories whose entries may be listed, without what lies below'),
  files: paths('Files that may be read besides'),
});
export type Diagnosis = Static<typeof Diagnosis>;

const ToolList = Type.Object({
  diagnosis: Diagnosis,
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      builtin: Type.Boolean(),
      parameters: shownAs(JsonObject),
    }),
  ),
});

function operationOf(operationId: string, data: Tool['result'], body?: Tool['parameters']): MountOperation {
  const reply = Type.Union([
    Type.Object({ success: Type.Literal(true), data, error: Type.Literal('') }),
    ToolFailure,
  ]);
  const security = ['apiKey', 'bearer'];
  return body === undefined ? { operationId, reply, security } : { operationId, reply, security, body };
}

const viewTool = ({ name, description, builtin, parameters }: Tool) => ({
  name,
  description,
  builtin,
  parameters,
});

async function handleCall(
  deps: RestDeps,
  tool: Tool,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: ToolCaller,
): Promise<object> {
  await takeAllowance(deps, caller, reply);
  requireScopes(caller, [tool]);
  const { body } = request;
  // Decision 36: also a call without any body.
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    fail(kernelErrors.bad_request, { detail: 'the body is no JSON object' });
  const outcome = await callTool(
    deps,
    tool,
    body as Record<string, unknown>,
    contextOf(deps, request, reply, caller),
  );
  return envelopeOf(outcome);
}

async function handleDelete(
  deps: RestDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: ToolCaller,
): Promise<object> {
  await takeAllowance(deps, caller, reply);
  // Decision 36: permission to use a skill does not include removing it.
  if (caller.kind !== 'person')
    fail(kernelErrors.forbidden, { detail: 'only an administrator removes a skill' });
  const name = nameOf(request);
  const context = contextOf(deps, request, reply, caller);
  const what = { name: 'delete_skill', event: events.skillDeleted };
  const outcome = await recorded(deps, what, { skillName: name }, context, async (call) => {
    await removeSkill(deps.skills, name, call);
    return { deleted: true };
  });
  if (!outcome.success && outcome.code === 'unknown_skill') fail(errors.unknown_skill);
  return envelopeOf(outcome);
}

function nameOf(request: FastifyRequest): string {
  const { skillName: name = '' } = request.params as { skillName?: string };
  return skillName.test(name) && name.length <= 64 ? name : fail(errors.unknown_skill);
}

function contextOf(
  deps: RestDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: ToolCaller,
): CallContext {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return { caller, requestId: request.id, released: AbortSignal.any([deps.stopping, left.signal]) };
}
