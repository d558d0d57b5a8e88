import pg from 'pg';
import type { DbIdentity } from './identity.ts';

/** Prepared on every connection when it opens; sets who is asking until the next Sync. */
export const contextStatement = {
  name: 'tamga_context',
  text: "select set_config('app.user_id', $1, true), set_config('app.role', $2, true)",
};

interface WireConnection {
  bind(message: { portal: string; statement: string; values: readonly string[] }): void;
  execute(message: { portal: string; rows: number }): void;
}

interface QueryInternals {
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
}

const base = pg.Query.prototype as unknown as QueryInternals;

/**
 * One query with its identity in a single round trip: Bind and Execute of the context statement, then of the query,
 * and one Sync. Both run in the same implicit transaction, so the identity ends with it and cannot leak to the next
 * user of the connection.
 */
export class ContextQuery extends (pg.Query as unknown as new (
  config: object,
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => QueryInternals) {
  readonly identity: DbIdentity;
  contextAnswered = false;

  constructor(
    identity: DbIdentity,
    config: { text: string; values: readonly unknown[]; name?: string },
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super(config, undefined, callback);
    this.identity = identity;
  }

  /** Without parameters pg would choose the simple protocol, which cannot share a Sync. */
  requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: WireConnection): void {
    const values = [this.identity.userId ?? '', this.identity.role];
    connection.bind({ portal: '', statement: contextStatement.name, values });
    connection.execute({ portal: '', rows: 0 });
    base.prepare.call(this, connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.contextAnswered) base.handleDataRow.call(this, message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.contextAnswered) base.handleCommandComplete.call(this, message, connection);
    else this.contextAnswered = true;
  }
}
