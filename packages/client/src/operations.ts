import type { CommonErrorCode, ErrorCode, Operations } from './generated/api.ts';

export type Operation = keyof Operations;
export type DataOf<O extends Operation> = Operations[O]['data'];
export type QueryOf<O extends Operation> = Operations[O]['query'];
export type BodyOf<O extends Operation> = Operations[O]['body'];
/** The query of a list without its paging. */
export type FilterOf<O extends Operation> = Omit<QueryOf<O>, 'cursor' | 'limit'>;
/** Error codes of the operation: its own, and those common to all operations. */
export type ErrorsOf<O extends Operation> = Extract<Operations[O]['errors'], ErrorCode> | CommonErrorCode;

type Parts<O extends Operation> = { [K in 'params' | 'query' | 'body']: Operations[O][K] };
/** The input of an operation; unused parts are omitted. */
export type InputOf<O extends Operation> = {
  [K in keyof Parts<O> as Parts<O>[K] extends undefined ? never : K]: Parts<O>[K];
};

/** Operations that answer with a file or a stream. */
export type MediaOperation = {
  [O in Operation]: [Operations[O]['media']] extends [never] ? never : O;
}[Operation];

/** Lists that page by cursor. */
export type PagedOperation = {
  [O in Operation]: Operations[O] extends {
    query: { cursor?: string | undefined };
    data: { items: unknown[]; next?: string };
  }
    ? O
    : never;
}[Operation];
export type ItemOf<O extends PagedOperation> = DataOf<O> extends { items: (infer Item)[] } ? Item : never;

/** Operations that take an Idempotency-Key. */
export type RepeatableOperation = {
  [O in Operation]: Operations[O] extends { repeatable: true } ? O : never;
}[Operation];
