import type { Static, TSchema } from 'typebox';
import type { AuditEvent } from '../../kernel/audit/events.ts';
import type { AuditFields, WriteTx } from '../../kernel/audit/unit-of-work.ts';

/** Contract 14.1, and `busy` for a command that found no free slot. */
export type ToolCode =
  | 'invalid_params'
  | 'not_allowed'
  | 'shell_syntax'
  | 'cwd_outside_roots'
  | 'timeout'
  | 'exit_nonzero'
  | 'spawn_failed'
  | 'skill_exists'
  | 'unknown_skill'
  | 'missing_param'
  | 'unknown_param'
  | 'busy'
  | 'internal';

export type Outcome =
  | { readonly success: true; readonly data: object }
  | { readonly success: false; readonly code: ToolCode; readonly message: string; readonly data?: object };

/** Thrown when a tool refuses a call: answered in the envelope, never as a server error. */
export class Refusal extends Error {
  readonly code: ToolCode;
  readonly data: object | undefined;
  constructor(code: ToolCode, message: string, data?: object) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.data = data;
  }
}

export function refuse(code: ToolCode, message: string, data?: object): never {
  throw new Refusal(code, message, data);
}

/** The caller: a key, an administrator, an assistant with an administrator's token, or a client with svc:tools. */
export interface ToolCaller {
  readonly kind: 'key' | 'person' | 'delegate' | 'application';
  /** The key for rate limits. */
  readonly subject: string;
  /** The name in the audit log and in created rows, such as `key:nightly report`. */
  readonly label: string;
  readonly userId: string | null;
  /** The scopes that narrow it; undefined if it may call every tool. */
  readonly scopes?: readonly string[];
}

/** Facts about a call for a tool, and its audit functions. */
export interface ToolCall {
  readonly caller: ToolCaller;
  readonly now: Date;
  /** Aborts when the caller leaves or the server stops. */
  readonly released: AbortSignal;
  /** Changes and their audit event, in one transaction; the event records that the call succeeded. */
  commit<T>(work: (tx: WriteTx) => Promise<T>, metadata?: AuditFields['metadata']): Promise<T>;
  /** Committed before anything is executed: nothing runs without an audit entry, even if this process dies. */
  announce(): Promise<void>;
  /** Adds metadata beside the outcome to the event that ends the call. */
  note(metadata: NonNullable<AuditFields['metadata']>): void;
}

/** One capability: the REST endpoint, its OpenAPI operation and the MCP tool derive from it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly builtin: boolean;
  readonly parameters: TSchema;
  readonly result: TSchema;
  /** Recorded at every call; undefined for read-only tools. */
  readonly event: AuditEvent | undefined;
  readonly run: (params: never, call: ToolCall) => Promise<object>;
}

export function defineTool<P extends TSchema>(
  tool: Omit<Tool, 'run' | 'parameters'> & {
    parameters: P;
    run: (params: Static<P>, call: ToolCall) => Promise<object>;
  },
): Tool {
  return tool as unknown as Tool;
}
