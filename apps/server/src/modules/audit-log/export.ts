import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { checkerOf } from '../../kernel/checker.ts';
import type { Database } from '../../kernel/db/database.ts';
import { permission } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { languageOf } from '../../kernel/http/language.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { findBadText } from '../../kernel/http/text.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { csvMark, writeCsvLine } from './csv.ts';
import { accessEvents, events } from './events.ts';
import { describeEntries, filteredPeople, readFilter, recordAccesses } from './reading.ts';
import { type AuditEntry, ExportQuery } from './schemas.ts';
import { type AuditFilter, type AuditRow, readAuditBatch } from './store.ts';

export interface ExportDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: () => Date;
}

const exports: Limit = { group: 'audit-export', perMinute: 10, burst: 10, by: 'person' };
/** As many entries as one transaction records accesses for. */
const batchSize = 500;
const isExportQuery = checkerOf(ExportQuery);

const columns = [
  'id',
  'occurred_at',
  'sentence',
  'actor_user_id',
  'action',
  'category',
  'target',
  'request_id',
  'metadata',
  'prev_hash',
  'chain_hash',
] as const;

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvMark + writeCsvLine(columns),
    line: (entry: AuditEntry) => {
      const shown: Record<string, unknown> = flat(entry);
      return writeCsvLine(
        columns.map((name) =>
          name === 'metadata' ? JSON.stringify(entry.metadata) : String(shown[name] ?? ''),
        ),
      );
    },
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (entry: AuditEntry) => `${JSON.stringify(flat(entry))}\n`,
  },
};

const flat = (entry: AuditEntry) => ({
  ...entry,
  sentence: entry.sentence.map(({ text }) => text).join(''),
});

/** Streams the log with the filters of the list; entries appended after the start are left out, so that it ends. */
export const exportMount = (deps: ExportDeps): Mount => ({
  id: 'audit.export',
  methods: ['GET'],
  path: '/api/v1/audit/download',
  access: permission('audit.view'),
  limit: exports,
  summary: 'Download the audit log as CSV or JSON lines, with the filters of the list',
  media: { query: ExportQuery, gives: ['text/csv', 'application/x-ndjson'] },
  handle: async (request: FastifyRequest, reply: FastifyReply, actor) => {
    const { query } = request;
    // Rows refuse such text themselves; PostgreSQL would fail at a NUL.
    if (!isExportQuery(query) || findBadText(query) !== undefined)
      fail(kernelErrors.validation_failed, { detail: 'query of the export' });
    const person = actor as Actor;
    const now = deps.now();
    const identity = { ...identityOf(person), role: 'auditor' } as const;
    const db = deps.database.reader(identity);
    const filter = await readFilter(db, query);
    const { format, language: chosen, ...named } = query;
    const filters = Object.entries(named).map(([name, value]) => `${name}=${value}`);
    const record = (shown: readonly (string | undefined)[], isFirst: boolean) =>
      unitOfWork(
        deps,
        { identity, actorUserId: person.userId, requestId: String(request.id), now },
        {
          what: 'audit.export',
          events: [events.exported, accessEvents.personRead],
          auditRequired: () => isFirst,
        },
        async (tx) => {
          if (isFirst) tx.audit(events.exported, { metadata: { format, filters } });
          await recordAccesses(tx, person, 'audit.export', shown);
        },
      );
    await record(filteredPeople(named), true);

    const language = chosen ?? languageOf(request);
    const to = filter.to === undefined || filter.to > now.toISOString() ? now.toISOString() : filter.to;
    async function* write(): AsyncGenerator<string> {
      yield formats[format].head;
      for await (const rows of readBatches({ ...filter, to })) {
        const { entries, people } = await describeEntries(db, rows, language);
        await record(people, false);
        yield entries.map(formats[format].line).join('');
      }
    }
    async function* readBatches(wanted: AuditFilter): AsyncGenerator<AuditRow[]> {
      let last: AuditRow | undefined;
      do {
        const before = last === undefined ? undefined : { at: last.occurred_at, id: last.id };
        const rows = (await readAuditBatch(db, { ...wanted, limit: batchSize, before })).slice(0, batchSize);
        last = rows.length < batchSize ? undefined : rows.at(-1);
        yield rows;
      } while (last !== undefined);
    }

    const name = `audit-${now.toISOString().slice(0, 10)}.${format}`;
    return reply
      .header('content-type', formats[format].type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(write(), { objectMode: false }));
  },
});
