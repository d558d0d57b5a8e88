import { useEffect, useRef, useState } from 'react';
import {
  type AssistantLanguage,
  askAssistant,
  LIMITS,
  type Question,
  type Source,
} from '../../api/assistant.ts';
import type { AssistantConversationDetail } from '../../api/conversations.ts';

export interface Turn {
  id: number;
  question: string;
  reply: string;
  sources: Source[];
  actions: Source[];
  state: 'writing' | 'done' | 'stopped' | 'failed' | 'unheard';
  error?: unknown;
}

export interface Chat {
  turns: readonly Turn[];
  isBusy: boolean;
  ask(asked: { message: string } | { audio: { mime: string; data: string } }): void;
  stop(): void;
  /** Begins a new conversation. */
  restart(): void;
  /** Continues a kept conversation. */
  resume(conversation: AssistantConversationDetail): void;
}

/** The conversation lives in this page alone, unless the person agreed that the server keeps it. */
export function useChat(lang: AssistantLanguage): Chat {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const running = useRef<AbortController | null>(null);
  const keptAs = useRef<string | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const last = turns.at(-1);

  const ask: Chat['ask'] = (asked) => {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    const id = (last?.id ?? 0) + 1;
    const change = (next: (turn: Turn) => Partial<Turn>) =>
      setTurns((now) => now.map((turn) => (turn.id === id ? { ...turn, ...next(turn) } : turn)));
    const message = 'message' in asked ? asked.message.trim().slice(0, LIMITS.message) : '';
    const turn: Turn = { id, question: message, reply: '', sources: [], actions: [], state: 'writing' };
    setTurns((now) => [...now, turn]);
    const question: Question = {
      ...('message' in asked ? { message } : asked),
      history: historyOf(turns),
      lang,
      ...(keptAs.current === undefined ? {} : { conversation_id: keptAs.current }),
    };
    askAssistant(
      question,
      {
        onTranscript: (text) => change(() => ({ question: text })),
        onDelta: (text) => change(({ reply }) => ({ reply: reply + text })),
        onReset: () => change(() => ({ reply: '' })),
      },
      controller.signal,
    )
      .then(({ sources, actions, conversationId }) => {
        if (running.current === controller) keptAs.current = conversationId;
        change((now) => ({
          sources,
          actions,
          state: now.reply === '' && now.question === '' ? 'unheard' : 'done',
        }));
      })
      .catch((error: unknown) =>
        change(() => (controller.signal.aborted ? { state: 'stopped' } : { state: 'failed', error })),
      )
      .finally(() => {
        if (running.current === controller) running.current = null;
      });
  };
  const begin = (id: string | undefined, shown: readonly Turn[]) => {
    running.current?.abort();
    running.current = null;
    keptAs.current = id;
    setTurns(shown);
  };
  return {
    turns,
    isBusy: last?.state === 'writing',
    ask,
    stop: () => running.current?.abort(),
    restart: () => begin(undefined, []),
    resume: ({ id, items }) =>
      begin(
        id,
        items.map(({ question, reply, sources }, at) => ({
          id: at + 1,
          question,
          reply,
          sources,
          actions: [],
          state: 'done',
        })),
      ),
  };
}

function historyOf(turns: readonly Turn[]): Question['history'] {
  return turns
    .filter(({ question, reply }) => question !== '' && reply !== '')
    .flatMap(({ question, reply }) => [
      { role: 'user' as const, text: question.slice(0, LIMITS.message) },
      { role: 'model' as const, text: reply.slice(0, LIMITS.message) },
    ])
    .slice(-LIMITS.turns);
}
