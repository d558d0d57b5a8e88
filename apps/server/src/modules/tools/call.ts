import { randomUUID } from 'node:crypto';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { AuditEvent } from '../../kernel/audit/events.ts';
import { type AuditFields, type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { type Database, DatabaseUnavailable } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { compileValidator, fieldErrors } from '../../kernel/http/validation.ts';
import { type Outcome, Refusal, type Tool, type ToolCall, type ToolCaller, type ToolCode } from './tool.ts';

export interface CallDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: () => Date;
  readonly onFailure: (tool: string, error: unknown) => void;
}

export interface CallContext {
  readonly caller: ToolCaller;
  readonly requestId: string;
  readonly released: AbortSignal;
}

const compile = compileValidator;
const validators = new WeakMap<object, ValidateFunction>();

function validatorOf(tool: Tool): ValidateFunction {
  const known =
    validators.get(tool) ??
    (compile({ schema: tool.parameters, httpPart: 'body', method: 'POST', url: '' }) as ValidateFunction);
  validators.set(tool, known);
  return known;
}

/** The single entry point of every tool call: validated, audited, and answered in the envelope. */
export async function callTool(
  deps: CallDeps,
  tool: Tool,
  params: Record<string, unknown>,
  context: CallContext,
): Promise<Outcome> {
  return recorded(deps, tool, params, context, async (call) => {
    const validate = validatorOf(tool);
    if (!validate(params)) throw refusalOf(tool, validate.errors ?? []);
    return tool.run(params as never, call);
  });
}

/** Runs one call with its audit event, which commits with the change, or alone when nothing changed. */
export async function recorded(
  deps: CallDeps,
  tool: Pick<Tool, 'name' | 'event'>,
  params: Record<string, unknown>,
  context: CallContext,
  work: (call: ToolCall) => Promise<object>,
): Promise<Outcome> {
  const id = randomUUID();
  const now = deps.now();
  const base = { caller: context.caller.label, arguments: describeArguments(params) };
  const notes: NonNullable<AuditFields['metadata']> = {};
  let ended = false;
  const inTransaction = <T>(inner: (tx: WriteTx) => Promise<T>) =>
    unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: context.caller.userId, requestId: context.requestId, now },
      { what: `the tool ${tool.name}`, auditRequired: () => tool.event !== undefined },
      inner,
    );
  const record = (tx: WriteTx, event: AuditEvent, outcome: string, more: AuditFields['metadata'] = {}) =>
    tx.audit(event, { target: id, metadata: { ...base, outcome, ...notes, ...more } });
  const append = async (outcome: string) => {
    const { event } = tool;
    if (event !== undefined) await inTransaction(async (tx) => record(tx, event, outcome));
  };
  const call: ToolCall = {
    caller: context.caller,
    now,
    released: context.released,
    commit: (inner, metadata) =>
      inTransaction(async (tx) => {
        const result = await inner(tx);
        if (tool.event !== undefined) record(tx, tool.event, 'ok', metadata);
        ended = true;
        return result;
      }),
    announce: () => append('started'),
    note: (metadata) => void Object.assign(notes, metadata),
  };
  const outcome = await attempt(deps, tool.name, () => work(call));
  if (!ended || !outcome.success) await append(outcome.success ? 'ok' : outcome.code);
  return outcome;
}

async function attempt(deps: CallDeps, name: string, work: () => Promise<object>): Promise<Outcome> {
  try {
    return { success: true, data: await work() };
  } catch (error) {
    if (error instanceof Refusal) {
      const failed = { success: false as const, code: error.code, message: error.message };
      return error.data === undefined ? failed : { ...failed, data: error.data };
    }
    if (error instanceof DatabaseUnavailable) throw error;
    deps.onFailure(name, error);
    return { success: false, code: 'internal', message: 'something went wrong on our side' };
  }
}

/**
 * Contract 14.6 and 14.8: a missing argument has one code; an extra argument has a separate code only for a
 * skill.
 */
function refusalOf(tool: Tool, errors: readonly ErrorObject[]): Refusal {
  const [first] = errors;
  const codes: Record<string, ToolCode> = {
    required: 'missing_param',
    ...(tool.builtin ? {} : { additionalProperties: 'unknown_param' as const }),
  };
  const message = fieldErrors(errors.slice(0, 3), 'en')
    .map((error) => `${error.field === '' ? 'the body' : error.field} ${error.message}`)
    .join('; ');
  return new Refusal(codes[first?.keyword ?? ''] ?? 'invalid_params', message);
}

const valueLength = 256;
const mostArguments = 80;

/** `name=value` for the audit log, which keeps the request but not whole texts. */
export function describeArguments(params: Record<string, unknown>): readonly string[] {
  const shown: string[] = [];
  for (const [name, value] of Object.entries(params))
    for (const [at, one] of (Array.isArray(value) ? value : [value]).entries()) {
      const label = Array.isArray(value) ? `${name}[${at}]` : name;
      const text = typeof one === 'string' ? one : (JSON.stringify(one) ?? '');
      shown.push(
        `${label.slice(0, 64)}=${text.slice(0, valueLength)}`.replaceAll('\0', '\ufffd').toWellFormed(),
      );
    }
  return shown.slice(0, mostArguments);
}
