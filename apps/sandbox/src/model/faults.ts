import type { Reply } from './messages.ts';

export const MODEL_FAULTS = [
  'late',
  'silent',
  'rate_limited',
  'down',
  'broken',
  'garbage',
  'nonsense_calls',
  'many_calls',
] as const;
export type ModelFault = (typeof MODEL_FAULTS)[number];
export const MODEL_MODES = ['ordinary', 'obeying'] as const;
export type ModelMode = (typeof MODEL_MODES)[number];

/** One call, as the model server saw it. */
export interface ModelCall {
  id: number;
  part: string;
  body: unknown;
  authorization: string | undefined;
  /** What the model said or asked for, in a chat. */
  reply?: Reply;
  /** `left` when the caller closed the connection before the end. */
  ended: 'open' | 'answered' | 'failed' | 'left';
}

export interface ModelControls {
  mode: ModelMode;
  /** Replies that are given next, in this order, before the mode decides. */
  readonly script: Reply[];
  readonly calls: ModelCall[];
  take(kind: ModelFault): { retryAfter: number } | undefined;
  add(kind: ModelFault, count: number, retryAfter: number): void;
  /** Waits until the test releases it or the caller leaves. */
  hold(left: AbortSignal): Promise<void>;
  release(): void;
  reset(): void;
}

export function createModelControls(): ModelControls {
  const waiting: { kind: ModelFault; retryAfter: number }[] = [];
  const held = new Set<() => void>();
  const release = () => {
    for (const resume of held) resume();
    held.clear();
  };
  const controls: ModelControls = {
    mode: 'ordinary',
    script: [],
    calls: [],
    take: (kind) => {
      const at = waiting.findIndex((fault) => fault.kind === kind);
      return at < 0 ? undefined : waiting.splice(at, 1)[0];
    },
    add: (kind, count, retryAfter) => {
      for (let at = 0; at < count; at += 1) waiting.push({ kind, retryAfter });
    },
    hold: (left) =>
      new Promise((resolve) => {
        held.add(resolve);
        left.addEventListener('abort', () => resolve(), { once: true });
        if (left.aborted) resolve();
      }),
    release,
    reset: () => {
      waiting.splice(0);
      controls.script.splice(0);
      controls.calls.splice(0);
      controls.mode = 'ordinary';
      release();
    },
  };
  return controls;
}

/** Calls that no server offered: unknown names, arguments that are no JSON or not as the schema says. */
export const nonsenseCalls: Reply = {
  tool_calls: [
    { name: 'drop_all_tables', arguments: '{}' },
    { name: '', arguments: '' },
    { name: 'search_knowledge', arguments: '{"query":' },
    { name: 'search_knowledge', arguments: '[1,2,3]' },
    { name: 'search_services', arguments: '{"query":{"$ne":null},"limit":99999}' },
    { name: '__proto__', arguments: '{"constructor":{}}' },
  ],
};

export const manyCalls: Reply = {
  tool_calls: Array.from({ length: 5000 }, (_, at) => ({
    name: 'search_knowledge',
    arguments: JSON.stringify({ query: `question ${at}` }),
  })),
};
