import {
  Id,
  JsonObject,
  line,
  oneOf,
  type Static,
  shownAs,
  strict,
  Timestamp,
  Type,
} from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { kinds } from './sentences/template.ts';

export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

const auditFilter = {
  action: Type.Optional(line(80)),
  category: Type.Optional(line(40)),
  actor: Type.Optional(Id),
  target: Type.Optional(line(200)),
  person: Type.Optional(Id),
  matter: Type.Optional(line(200)),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
};
export const AuditQuery = strict({ ...auditFilter, ...pageQuery });
export type AuditQuery = Static<typeof AuditQuery>;

/** A mount checks its query itself, without formats: ids by their pattern, times where they are read. */
const IdText = Type.String({ maxLength: 36, pattern: uuidPattern });
export const ExportQuery = strict({
  ...auditFilter,
  actor: Type.Optional(IdText),
  person: Type.Optional(IdText),
  from: Type.Optional(line(40)),
  to: Type.Optional(line(40)),
  format: oneOf('csv', 'jsonl'),
  /** A download carries the language of the browser, which may differ from that of the page. */
  language: Type.Optional(oneOf('mn', 'en')),
});
export type ExportQuery = Static<typeof ExportQuery>;

const SentencePart = Type.Object({
  text: Type.String(),
  kind: Type.Optional(oneOf(...kinds)),
  id: Type.Optional(Type.String()),
  open: Type.Optional(Type.Boolean({ description: 'Whether the reader may open what is named' })),
});

const AuditEntry = Type.Object({
  id: Type.Integer(),
  occurred_at: Timestamp,
  actor_user_id: Type.Optional(Type.String()),
  action: Type.String(),
  category: Type.String(),
  sentence: Type.Array(SentencePart, { description: 'What happened, in the language of the request' }),
  target: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
  metadata: shownAs(JsonObject),
  prev_hash: Type.Optional(Type.String()),
  chain_hash: Type.Optional(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const HistoryLine = Type.Pick(AuditEntry, ['id', 'occurred_at', 'sentence']);
export type HistoryLine = Static<typeof HistoryLine>;

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = Static<typeof AuditPage>;

const AccessEntry = Type.Object({
  id: Type.Integer(),
  occurred_at: Type.String({ format: 'date-time', description: 'The last access of the day' }),
  first_at: Type.String({ format: 'date-time', description: 'The first access of the day' }),
  by: Type.Object({
    name: Type.Optional(Type.String()),
    role: Type.String(),
    office: Type.Optional(Type.String()),
  }),
  purpose: Type.String(),
  purpose_text: Type.String(),
  matter: Type.Optional(Type.Object({ id: Type.String(), number: Type.String(), title: Type.String() })),
});
export type AccessEntry = Static<typeof AccessEntry>;
export const AccessQuery = strict(pageQuery);
export const AccessPage = pageOf(AccessEntry);

export const VerifyQuery = strict({
  from_id: Type.Optional(Type.Integer({ minimum: 1 })),
  whole: Type.Optional(Type.Boolean()),
});
export const VerifyView = Type.Object({
  ok: Type.Boolean(),
  checked: Type.Integer(),
  since: Type.Optional(Type.Integer()),
  pending: Type.Integer(),
  head: Type.Object({ seq: Type.Integer(), hash: Type.String() }),
  broken_id: Type.Optional(Type.Integer()),
  reason: Type.Optional(oneOf('altered', 'missing', 'moved', 'cut_off')),
});

export const names = {
  AuditEntry,
  AuditSentencePart: SentencePart,
  AuditHistoryLine: HistoryLine,
  AuditVerification: VerifyView,
  DataAccess: AccessEntry,
};
