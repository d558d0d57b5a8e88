import { Id, line, listOf, oneOf, type Static, strict, Type } from '../../../kernel/http/schemas.ts';

const views = [
  'open',
  'mine',
  'unassigned',
  'overdue',
  'due_soon',
  'due_today',
  'waiting',
  'to_deliver',
  'finished',
] as const;

export const FilterBody = strict({
  name: line(60),
  view: oneOf(...views),
  /** Code of one service; empty: all. */
  service: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]*$' }),
  only_mine: Type.Boolean(),
});
export type FilterBody = Static<typeof FilterBody>;

export const FilterView = Type.Object({
  id: Id,
  name: Type.String(),
  view: oneOf(...views),
  service: Type.String(),
  only_mine: Type.Boolean(),
});
export const FilterList = listOf(FilterView);

export const DeskService = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  authority: Type.String(),
  authority_id: Id,
});
export const DeskServiceList = listOf(DeskService);

export const filterNames = { QueueFilter: FilterView, QueueFilterBody: FilterBody, DeskService };
