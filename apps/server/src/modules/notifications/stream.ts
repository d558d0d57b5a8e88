import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, type Gate, identityOf } from '../../kernel/http/actor.ts';
import { languageOf } from '../../kernel/http/language.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { viewNotification } from './inbox.ts';
import { channel } from './notify.ts';
import { listLatest, listNewer, type NotificationRow, newerLimit, readCounts } from './store.ts';

export interface StreamDeps {
  database: Database;
  bus: Bus;
  gate: Pick<Gate, 'authenticate' | 'permissions'>;
  /** Aborts at server shutdown, which ends every stream. */
  stopping: AbortSignal;
  topics: readonly StreamTopic[];
}

/** Changes of another module, told without content to people who may see them: their pages read again. */
export interface StreamTopic {
  /** A channel of the bus. */
  readonly channel: string;
  readonly event: string;
  readonly permission: string;
}

interface Stream {
  readonly actor: Actor;
  send(): Promise<void>;
  /** Tells a change at the next check, however many there are until then. */
  mark(topic: StreamTopic): void;
  check(): Promise<void>;
  heartbeat(): void;
  end(): void;
}

const maxStreamsPerPerson = 8;
const checkMs = 1000;
const heartbeatTicks = 15;
/** Sequence numbers are taken before commit, so a later commit may have a lower number; 20 covers concurrent commits. */
const overlap = 20;
/** A client this far behind counts as disconnected. */
const maxBufferBytes = 64 * 1024;

/** A stream ends with the session that opened it. */
export function streamMount(deps: StreamDeps): Mount {
  const streams = new Map<string, Set<Stream>>();
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;

  const each = (visit: (stream: Stream) => void) => {
    for (const set of streams.values()) for (const stream of set) visit(stream);
  };
  const tick = () => {
    ticks += 1;
    each((stream) => {
      void stream.check();
      if (ticks % heartbeatTicks === 0) stream.heartbeat();
    });
  };
  const forget = (stream: Stream) => {
    const set = streams.get(stream.actor.userId);
    set?.delete(stream);
    if (set?.size === 0) streams.delete(stream.actor.userId);
    if (streams.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  };
  const register = (stream: Stream) => {
    const set = streams.get(stream.actor.userId) ?? new Set();
    streams.set(stream.actor.userId, set.add(stream));
    // Close the oldest first: a forgotten tab must not block a new one.
    if (set.size > maxStreamsPerPerson) set.values().next().value?.end();
    timer ??= setInterval(tick, checkMs).unref();
  };

  deps.bus.on(channel, ({ user_id }) => {
    for (const stream of streams.get(String(user_id)) ?? []) void stream.send();
  });
  for (const topic of deps.topics) deps.bus.on(topic.channel, () => each((stream) => stream.mark(topic)));
  deps.bus.onGap(() =>
    each((stream) => {
      void stream.send();
      for (const topic of deps.topics) stream.mark(topic);
    }),
  );
  deps.stopping.addEventListener('abort', () => each((stream) => stream.end()));

  return {
    id: 'gov.notifications.stream',
    methods: ['GET'],
    path: '/api/v1/gov/notifications/stream',
    access: signedIn,
    quiet: true,
    summary: 'Own notifications as server-sent events',
    media: { gives: ['text/event-stream'] },
    handle: async (request, reply, actor) => {
      const stream = await openStream(deps, request, reply, actor as Actor, forget);
      // The client disconnected before the stream was registered, so no close event would remove it.
      if (stream === undefined) return;
      register(stream);
      if (deps.stopping.aborted) stream.end();
      // Send what came between the count and the registration.
      await stream.send();
    },
  };
}

async function openStream(
  { database, gate }: StreamDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  forget: (stream: Stream) => void,
): Promise<Stream | undefined> {
  const db = database.reader(identityOf(actor));
  const language = languageOf(request);
  const { unread, last } = await readCounts(db);
  const resumed = Number(request.headers['last-event-id']);
  const from = Number.isSafeInteger(resumed) && resumed > 0 ? Math.min(resumed, last) : last;
  /** The last sent numbers, highest first. */
  let known = await listLatest(db, actor.userId, from, overlap);
  let sending: Promise<void> = Promise.resolve();
  let checking = false;
  const changed = new Set<StreamTopic>();

  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // A buffering proxy would deliver nothing until the end.
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: 3000\nevent: unread\ndata: ${JSON.stringify({ unread })}\n\n`);

  const isOpen = () => !raw.destroyed && !raw.writableEnded;
  const write = (text: string) => {
    if (!isOpen()) return;
    if (raw.writableLength > maxBufferBytes) stream.end();
    else raw.write(text);
  };
  const sendNewer = async () => {
    let rows: NotificationRow[];
    do {
      const after = known.length < overlap ? 0 : (known.at(-1) ?? 0);
      rows = await listNewer(db, actor.userId, after, known);
      for (const row of rows) {
        known = [...known, row.seq].sort((a, b) => b - a).slice(0, overlap);
        const data = JSON.stringify(viewNotification(row, language));
        write(`id: ${known[0]}\nevent: notification\ndata: ${data}\n\n`);
      }
    } while (rows.length === newerLimit && isOpen());
  };
  const tellChanges = async (current: Actor) => {
    const topics = [...changed];
    changed.clear();
    const permissions = await gate.permissions(current);
    for (const { event, permission } of topics)
      if (permissions.has(permission)) write(`event: ${event}\ndata: {}\n\n`);
  };
  const stream: Stream = {
    actor,
    send: () => {
      // Sequential, so that nothing is sent twice; the next read makes up for a failed one.
      sending = sending.then(sendNewer).catch(() => undefined);
      return sending;
    },
    mark: (topic) => changed.add(topic),
    check: async () => {
      // While the database is slow, at most one check per stream waits.
      if (checking) return;
      checking = true;
      try {
        const current = await gate.authenticate(request.headers.authorization);
        if (changed.size > 0) await tellChanges(current);
      } catch {
        stream.end();
      } finally {
        checking = false;
      }
    },
    heartbeat: () => write(': still here\n\n'),
    end: () => {
      forget(stream);
      raw.end();
    },
  };
  raw.once('close', () => forget(stream));
  return isOpen() ? stream : undefined;
}
