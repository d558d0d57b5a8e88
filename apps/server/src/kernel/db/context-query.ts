import pg from 'pg';
import type { DbIdentity } from './identity.ts';
import type { Statement } from './query.ts';

/** A statement that the connection has already prepared, with its values in wire format. */
export interface Step {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Prepared on every connection when it opens; the context lasts until the end of its transaction. */
const helpers = {
  context: {
    name: 'tamga_context',
    text: "select set_config('app.user_id', $1, true), set_config('app.role', $2, true)",
  },
  /** Separate, so that a caller who acts for nobody does not pay for a third value. */
  actingContext: {
    name: 'tamga_acting_context',
    text: "select set_config('app.user_id', $1, true), set_config('app.role', $2, true), set_config('app.party_id', $3, true)",
  },
  begin: { name: 'tamga_begin', text: 'begin' },
  commit: { name: 'tamga_commit', text: 'commit' },
};

export const beginStep: Step = { name: helpers.begin.name, values: [] };
export const commitStatement: Statement<never> = { ...helpers.commit, values: [] };
export function contextStep(identity: DbIdentity): Step {
  const { userId, role, partyId, partyLimits } = identity;
  const party = partyLimits === undefined ? partyId : `${partyId}/${JSON.stringify(partyLimits)}`;
  return party === undefined
    ? { name: helpers.context.name, values: [userId ?? '', role] }
    : { name: helpers.actingContext.name, values: [userId ?? '', role, party] };
}

interface WireConnection {
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(message: { portal: string; rows: number }): void;
  describe(message: object): void;
  sync(): void;
  _send(bytes: Uint8Array): boolean;
}

/** Column description of a Result. */
interface Shape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface QueryInternals {
  name: string | undefined;
  values: readonly unknown[];
  _result: Shape & { command: string | null };
  _accumulateRows: boolean;
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleReadyForQuery(connection: WireConnection): void;
}

type Callback = (error: Error | null, result: pg.QueryResult) => void;

const Query = pg.Query as unknown as new (
  config: string | object,
  values: undefined,
  callback: Callback,
) => QueryInternals;
const base = Query.prototype as QueryInternals;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** PostgreSQL refuses to run a prepared statement whose columns changed, so one description is enough. */
const shapes = new WeakMap<WireConnection, Map<string, Shape>>();
const gatherings = new WeakMap<WireConnection, Gathering>();

/**
 * Several statements in a single round trip: Bind and Execute of each step, then of the statement itself, and
 * one Sync. After a failure PostgreSQL skips the rest up to the Sync. Outside a transaction all run in one
 * implicit transaction, so an identity set by a step ends with it and cannot leak to the next user of the
 * connection.
 */
export class GroupQuery extends Query {
  readonly steps: readonly Step[];
  /** Read by the driver; without it the sender enforces the deadline. */
  readonly query_timeout: number | undefined;
  stepsAnswered = 0;

  constructor(
    steps: readonly Step[],
    statement: Statement<unknown>,
    answerTimeoutMs: number | undefined,
    callback: Callback,
  ) {
    // Passes the text only: pg would copy a statement object property by property.
    super(statement.text, undefined, callback);
    this.name = statement.name;
    this.values = statement.values;
    this.steps = steps;
    this.query_timeout = answerTimeoutMs;
  }

  /** Without parameters pg chooses the simple protocol, which cannot share a Sync. */
  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: WireConnection): void {
    const { all, withoutDescribe, messages } = gatheringOf(connection);
    try {
      for (const { name, values } of this.steps) {
        all.bind({ portal: '', statement: name, values });
        all.execute({ portal: '', rows: 0 });
      }
      const shape = this.name === undefined ? undefined : shapes.get(connection)?.get(this.name);
      if (shape === undefined) base.prepare.call(this, all);
      else {
        Object.assign(this._result, shape);
        this._accumulateRows = true;
        base.prepare.call(this, withoutDescribe);
      }
    } finally {
      connection._send(Buffer.concat(messages.splice(0)));
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.stepsAnswered === this.steps.length) base.handleDataRow.call(this, message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.stepsAnswered === this.steps.length) base.handleCommandComplete.call(this, message, connection);
    else this.stepsAnswered += 1;
  }

  override handleReadyForQuery(connection: WireConnection): void {
    // When a value could not be sent, nothing ran and there is no description.
    if (this.name !== undefined && this._result.command !== null)
      rememberShape(connection, this.name, this._result);
    base.handleReadyForQuery.call(this, connection);
  }
}

function rememberShape(connection: WireConnection, name: string, result: Shape): void {
  let known = shapes.get(connection);
  if (known === undefined) {
    known = new Map();
    shapes.set(connection, known);
  }
  if (known.has(name)) return;
  const { fields, _parsers, _prebuiltEmptyResultObject } = result;
  known.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
}

/** Views of a connection that keep messages: pg writes each by itself, and a list of pieces costs the kernel more. */
interface Gathering {
  readonly all: WireConnection;
  readonly withoutDescribe: WireConnection;
  readonly messages: Uint8Array[];
}

function gatheringOf(connection: WireConnection): Gathering {
  let known = gatherings.get(connection);
  if (known === undefined) {
    const messages: Uint8Array[] = [];
    const keep = (bytes: Uint8Array) => messages.push(bytes) > 0;
    const all = Object.create(connection, { _send: { value: keep } }) as WireConnection;
    const withoutDescribe = Object.create(all, { describe: { value: () => undefined } }) as WireConnection;
    known = { all, withoutDescribe, messages };
    gatherings.set(connection, known);
  }
  return known;
}

/** Sends only Parse when a connection opens, so that no transaction begins or commits. */
class PrepareHelpers extends Query {
  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: WireConnection): void {
    for (const helper of Object.values(helpers)) connection.parse(helper);
    connection.sync();
  }

  override handleReadyForQuery(connection: WireConnection): void {
    for (const { name, text } of Object.values(helpers)) connection.parsedStatements[name] = text;
    base.handleReadyForQuery.call(this, connection);
  }
}

export function prepareHelpers(client: pg.ClientBase): void {
  const query = new PrepareHelpers({ text: '--' }, undefined, () => undefined);
  client.query(query as unknown as pg.Submittable);
}

/** Runs the steps and the statement in one round trip and resolves to the statement's result. */
export function runGroup(
  client: pg.ClientBase,
  steps: readonly Step[],
  statement: Statement<unknown>,
  answerTimeoutMs?: number,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new GroupQuery(steps, statement, answerTimeoutMs, (error, result) => {
      if (error) reject(Object.assign(error, { statement: statement.name }));
      else resolve(result);
    });
    client.query(query as unknown as pg.Submittable);
  });
}

/** The statement as a step, if this connection has already prepared it. */
export function asStep(client: pg.PoolClient, { name, text, values }: Statement<unknown>): Step | undefined {
  const { connection } = client as unknown as { connection: WireConnection };
  if (name === undefined || connection.parsedStatements[name] !== text) return undefined;
  return { name, values: values.map(prepareValue) };
}
