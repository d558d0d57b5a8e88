import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { surfaces } from '../../kernel/security/api-keys.ts';
import { toolScopes } from '../oauth-clients/index.ts';

const maybeTime = Type.Union([Timestamp, Type.Null()]);

export const ToolFailure = Type.Object({
  success: Type.Literal(false, { description: 'It did not run, or not to its end' }),
  data: Type.Object({}, { description: 'What there is of it, as the output of a command that failed' }),
  error: Type.String({ description: '<code>: <message>' }),
});

/** What narrows a new key, at both surfaces that make one. */
export const keyLimits = {
  scopes: Type.Optional(
    Type.Array(oneOf(...toolScopes), {
      maxItems: toolScopes.length,
      description: 'The tools it may call, one by one; none when omitted',
    }),
  ),
  days: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()], {
      description: 'It ends after so many days, 90 when omitted; null: never',
    }),
  ),
};

export const ToolKeyBody = strict({
  name: line(128),
  surfaces: Type.Optional(
    Type.Array(oneOf(...surfaces), {
      minItems: 1,
      maxItems: 2,
      description: 'What it opens; the tools alone when omitted',
    }),
  ),
  ...keyLimits,
});

const toolKey = {
  id: Type.String(),
  name: Type.String(),
  display: Type.String(),
  /** Surfaces it may call: `tools`, `admin` (the admin API), or both. */
  surfaces: Type.Array(Type.String()),
  /** The tools it may call; null for all of them. */
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()]),
  created_at: maybeTime,
  expires_at: maybeTime,
  last_used_at: maybeTime,
  revoked_at: maybeTime,
  /** Listed in TOOLS_API_KEYS: removing it from the settings revokes it. */
  from_environment: Type.Boolean(),
};
export const ToolKey = Type.Object(toolKey);
export const ToolKeyList = listOf(ToolKey);
export const MadeToolKey = Type.Object({ ...toolKey, key: Type.String() });
export const ToolKeyRef = strict({
  id: Type.String({
    minLength: 1,
    maxLength: 36,
    pattern: '^(env-\\d{1,4}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
  }),
});

const SkillView = Type.Object({
  name: Type.String(),
  description: Type.String(),
  command_template: Type.String(),
  argv: Type.Array(Type.String()),
  params: Type.Array(Type.String()),
  created_by: Type.String(),
  created_at: Timestamp,
});
export const SkillList = listOf(SkillView);

export const CallQuery = strict({
  tool: Type.Optional(Type.String({ maxLength: 64, pattern: '^[a-z0-9_.]+$' })),
  ...pageQuery,
});
const CallView = Type.Object({
  id: Type.Integer(),
  occurred_at: Timestamp,
  tool: Type.String(),
  caller: Type.String(),
  actor_user_id: Type.Union([Id, Type.Null()]),
  outcome: Type.String(),
  arguments: Type.Array(Type.String()),
  exit_code: Type.Union([Type.Integer(), Type.Null()]),
  duration_ms: Type.Union([Type.Integer(), Type.Null()]),
  request_id: Type.Union([Type.String(), Type.Null()]),
});
export type CallView = Static<typeof CallView>;
export const CallPage = pageOf(CallView);

/** Names in the OpenAPI document. */
export const names = {
  ToolFailure,
  ToolKey,
  MadeToolKey,
  ToolKeyBody,
  Skill: SkillView,
  ToolCall: CallView,
};
