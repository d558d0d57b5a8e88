import { ApiError, isObject } from './errors.ts';
import { readEvents, type ServerEvent } from './events.ts';
import type { Notification } from './generated/api.ts';
import type {
  DataOf,
  ErrorsOf,
  InputOf,
  ItemOf,
  MediaOperation,
  Operation,
  PagedOperation,
  RepeatableOperation,
} from './operations.ts';
import { type Wait, waitFor } from './retry.ts';
import { type GetToken, type SenderOptions, send } from './send.ts';

export interface ClientOptions {
  /** The platform's address without a trailing slash; empty for the same origin. */
  readonly baseUrl: string;
  readonly token?: string;
  /** Called before every call, and once more after the server rejected the token. */
  readonly getToken?: GetToken;
  readonly fetch?: typeof fetch;
  /** Attempts after the first; 2 by default. */
  readonly retries?: number;
  readonly timeoutMs?: number;
  /** The language of messages: `mn` or `en`. */
  readonly language?: 'mn' | 'en';
  readonly headers?: Readonly<Record<string, string>>;
  /** The pause between attempts; tests replace it. */
  readonly wait?: Wait;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}
type OptionsOf<O extends Operation> = CallOptions &
  (O extends RepeatableOperation ? { readonly idempotencyKey?: string } : Record<never, never>);

export type Outcome<O extends Operation> =
  | { readonly ok: true; readonly data: DataOf<O> }
  | { readonly ok: false; readonly error: ApiError<ErrorsOf<O>> };

export interface Download {
  readonly stream: ReadableStream<Uint8Array>;
  readonly type: string;
  readonly size: number | undefined;
}

export type NotificationEvent =
  | { readonly kind: 'unread'; readonly unread: number }
  | { readonly kind: 'notification'; readonly notification: Notification };

export interface Client {
  /** Returns the data of the answer; throws ApiError, ConnectionError, or the reason of the caller's abort. */
  call<O extends Operation>(operation: O, input: InputOf<O>, options?: OptionsOf<O>): Promise<DataOf<O>>;
  /** The same with a rejection as a value: `error.code` is one of this operation's codes. */
  attempt<O extends Operation>(operation: O, input: InputOf<O>, options?: OptionsOf<O>): Promise<Outcome<O>>;
  /** Loads page by page while the loop continues. */
  pages<O extends PagedOperation>(
    operation: O,
    input: InputOf<O>,
    options?: CallOptions,
  ): AsyncGenerator<DataOf<O>>;
  items<O extends PagedOperation>(
    operation: O,
    input: InputOf<O>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<O>>;
  download<O extends MediaOperation>(
    operation: O,
    input: InputOf<O>,
    options?: CallOptions,
  ): Promise<Download>;
  /** The person's notifications as they happen. A broken connection resumes where it broke, until `signal` aborts. */
  notifications(options?: { readonly signal?: AbortSignal }): AsyncGenerator<NotificationEvent>;
}

/** Creates a client with the API's types: `client.call('GET /api/v1/users/me', {})`. */
export function createClient(options: ClientOptions): Client {
  const sender: SenderOptions = {
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    getToken: options.getToken ?? (() => options.token),
    // Wrapped, because a browser refuses `fetch` as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    retry: { retries: options.retries ?? 2, maxDelayMs: 60_000 },
    wait: options.wait ?? waitFor,
    timeoutMs: options.timeoutMs ?? 30_000,
    language: options.language,
    headers: options.headers ?? {},
  };
  const call: Client['call'] = async (operation, input, settings) => {
    const response = await send(sender, { ...requestOf(operation, input), ...settings });
    return (await readData(response)) as DataOf<typeof operation>;
  };
  const pages = async function* <O extends PagedOperation>(
    operation: O,
    input: InputOf<O>,
    settings?: CallOptions,
  ) {
    let cursor: string | undefined;
    do {
      const query = { ...(input as { query?: object }).query, ...(cursor === undefined ? {} : { cursor }) };
      const page = await call(operation, { ...input, query }, settings as OptionsOf<O>);
      yield page;
      cursor = (page as { next?: string }).next;
    } while (cursor !== undefined);
  };
  return {
    call,
    attempt: async (operation, input, settings) => {
      try {
        return { ok: true, data: await call(operation, input, settings) };
      } catch (error) {
        if (error instanceof ApiError) return { ok: false, error };
        throw error;
      }
    },
    pages,
    items: async function* (operation, input, settings) {
      for await (const page of pages(operation, input, settings))
        yield* page.items as ItemOf<typeof operation>[];
    },
    download: async (operation, input, settings) => {
      const request = { ...requestOf(operation, input), ...settings, headers: { accept: '*/*' } };
      const { headers, body } = await send(sender, { ...request, isStream: true });
      const size = headers.get('content-length');
      return {
        stream: body ?? new Blob([]).stream(),
        type: headers.get('content-type') ?? '',
        size: size === null ? undefined : Number(size),
      };
    },
    notifications: (settings) => watchNotifications(sender, settings?.signal),
  };
}

function requestOf(operation: Operation, input: object): { method: string; path: string; body?: unknown } {
  const {
    params = {},
    query = {},
    body,
  } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const [method = 'GET', template = '/'] = operation.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
  return { method, path: search.size > 0 ? `${path}?${search}` : path, body };
}

/** Unwraps the envelope; paths of other standards answer without one. */
async function readData(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return isObject(body) && body['status'] === true && 'request_id' in body ? body['data'] : body;
}

const firstReconnectMs = 3000;

async function* watchNotifications(
  sender: SenderOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<NotificationEvent> {
  let lastId = '';
  let pauseMs = firstReconnectMs;
  const isStopped = () => signal?.aborted === true;
  while (!isStopped()) {
    try {
      const headers = { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': lastId }) };
      const path = '/api/v1/gov/notifications/stream';
      const { body } = await send(sender, { method: 'GET', path, headers, signal, isStream: true });
      for await (const event of body === null ? [] : readEvents(body)) {
        lastId = event.id || lastId;
        pauseMs = event.retryMs ?? pauseMs;
        const read = readNotification(event);
        if (read !== undefined) yield read;
      }
    } catch (error) {
      if (isStopped()) return;
      // A rejection is final; a broken connection is retried.
      if (error instanceof ApiError) throw error;
    }
    await sender.wait(pauseMs, signal).catch(() => undefined);
  }
}

function readNotification({ event, data }: ServerEvent): NotificationEvent | undefined {
  if (event === 'unread') return { kind: 'unread', unread: (JSON.parse(data) as { unread: number }).unread };
  if (event === 'notification')
    return { kind: 'notification', notification: JSON.parse(data) as Notification };
  return undefined;
}
