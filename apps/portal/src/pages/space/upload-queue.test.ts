import { describe, expect, it } from 'vitest';
import { createUploadQueue, type UploadItem } from './upload-queue.ts';

interface Sent {
  name: string;
  tell(share: number): void;
  finish(name?: string): void;
  fail(error: Error): void;
}

function openQueue() {
  const sent: Sent[] = [];
  const ended: string[] = [];
  let goOn = () => undefined as unknown;
  const queue = createUploadQueue({
    send: (_file, name, tell, signal) =>
      new Promise((resolve, reject) => {
        sent.push({ name, tell, finish: (saved = name) => resolve({ name: saved }), fail: reject });
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      }),
    onEnded: ({ name, state }) => ended.push(`${name} ${state}`),
    pauseFor: (error) =>
      (error as Error).message === 'slow down'
        ? new Promise((done) => {
            goOn = () => done();
          })
        : null,
  });
  const add = (...names: string[]) => queue.add(names.map((name) => ({ file: new File(['x'], name), name })));
  const states = () => queue.getItems().map(({ name, state }: UploadItem) => `${name} ${state}`);
  /** A macrotask: every step of an ended upload is a microtask before it. */
  const settle = () =>
    new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(null);
    });
  const find = (name: string) => queue.getItems().find((item) => item.name === name)?.id ?? 0;
  return { queue, sent, ended, add, states, settle, find, goOn: () => goOn() };
}

describe('the upload queue', () => {
  it('sends three files at once and the next when one of them ends', async () => {
    const { sent, ended, add, states, settle } = openQueue();
    add('a', 'b', 'c', 'd', 'e');
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd queued', 'e queued']);
    sent[1]?.finish('b.pdf');
    sent[2]?.fail(new Error('refused'));
    await settle();
    expect(states()).toEqual(['a sending', 'b.pdf done', 'c failed', 'd sending', 'e sending']);
    expect(ended).toEqual(['b.pdf done', 'c failed']);
  });

  it('shows the sent share, and that the server saves the file after the last byte', () => {
    const { queue, sent, add } = openQueue();
    add('a');
    sent[0]?.tell(0.4);
    expect(queue.getItems()[0]).toMatchObject({ state: 'sending', share: 0.4 });
    sent[0]?.tell(1);
    expect(queue.getItems()[0]).toMatchObject({ state: 'saving', share: 1 });
  });

  it('stops a running and a waiting file without disturbing the others, and tries them again', async () => {
    const { queue, sent, add, states, settle, find } = openQueue();
    add('a', 'b', 'c', 'd', 'e');
    queue.stop(find('a'));
    queue.stop(find('e'));
    await settle();
    expect(states()).toEqual(['a stopped', 'b sending', 'c sending', 'd sending', 'e stopped']);
    queue.retry(find('a'));
    expect(states()[0]).toBe('a queued');
    sent[1]?.finish();
    await settle();
    expect(states()[0]).toBe('a sending');
  });

  it('waits when the server asks for it, then sends the refused file again', async () => {
    const { sent, ended, add, states, settle, goOn } = openQueue();
    add('a', 'b', 'c', 'd');
    sent[0]?.fail(new Error('slow down'));
    sent[1]?.finish();
    await settle();
    expect(states()).toEqual(['a queued', 'b done', 'c sending', 'd queued']);
    goOn();
    await settle();
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']);
    expect(ended).toEqual(['b done']);
  });

  it('keeps running files when the list is cleared, and ends all of them when the person leaves', async () => {
    const { queue, sent, add, states, settle } = openQueue();
    add('a', 'b', 'c', 'd');
    sent[0]?.finish();
    await settle();
    queue.clear();
    expect(states()).toEqual(['b sending', 'c sending', 'd sending']);
    queue.stopAll();
    await settle();
    expect(states()).toEqual(['b stopped', 'c stopped', 'd stopped']);
  });
});
