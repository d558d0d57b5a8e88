import { describe, expect, it } from 'vitest';
import { ApiError, type ApiFailure } from '../../api/errors.ts';
import type { Draft } from '../../api/gov.ts';
import { chooseBeginning, type DraftContent, type KeptAnswers } from '../../api/kept-answers.ts';
import { DraftKeeper, type DraftState, type KeeperStart } from './draft-keeper.ts';

const say = (text: string): DraftContent => ({ note: '', payload: { a: text, b: '' } });
const draft = (content: DraftContent, revision: number): Draft => ({
  ...content,
  service_id: 's',
  service_version: null,
  files: [],
  step: 'answers',
  field: 'a',
  revision,
  updated_at: `at ${revision}`,
});
const failure = (kind: ApiFailure) => new ApiError(kind);
const conflict = (theirs: Draft | null) =>
  new ApiError({ kind: 'refused', status: 409, code: 'draft_changed' }, null, '', { draft: theirs });
const place = { step: 'answers', field: 'a' } as const;

/** A server, a tab and a clock; the server answers when the test says so. */
function openKeeper(start: Partial<KeeperStart> = {}) {
  const calls: { body: DraftContent & { revision: number }; end(result: Draft | Error): Promise<void> }[] =
    [];
  const states: DraftState[] = [];
  let kept: KeptAnswers | null = null;
  let timer: { at: number; run(): void } | undefined;
  let now = 0;
  let signedOut = 0;
  const keeper = new DraftKeeper(
    { content: say(''), confirmed: say(''), hasDraft: false, revision: 0, place, ...start },
    {
      save: (body) =>
        new Promise((resolve, reject) => {
          calls.push({
            body,
            end: async (result) => {
              if (result instanceof Error) reject(result);
              else resolve(result);
              await Promise.resolve();
              await Promise.resolve();
            },
          });
        }),
      keep: (answers) => {
        kept = answers;
        return true;
      },
      after: (ms, run) => {
        const mine = { at: now + ms, run };
        timer = mine;
        return () => {
          if (timer === mine) timer = undefined;
        };
      },
      now: () => now,
      onState: (state) => states.push(state),
      onSaved: () => undefined,
      onSignedOut: () => {
        signedOut += 1;
      },
    },
  );
  return {
    keeper,
    calls,
    last: () => states.at(-1),
    kept: () => kept,
    waits: () => timer !== undefined,
    signedOut: () => signedOut,
    pass: (ms: number) => {
      now += ms;
      if (timer === undefined || timer.at > now) return;
      const { run } = timer;
      timer = undefined;
      run();
    },
  };
}

describe('answers that are being typed', () => {
  it('stay in the tab until the server has confirmed exactly them', async () => {
    const { keeper, calls, last, kept, pass } = openKeeper();
    keeper.edit(say('x'));
    expect(kept()?.content).toEqual(say('x'));
    pass(1200);
    expect(calls[0]?.body).toMatchObject({ ...say('x'), revision: 0 });
    keeper.edit(say('xy'));
    await calls[0]?.end(draft(say('x'), 1));
    expect(kept()).toMatchObject({ content: say('xy'), revision: 1 });
    pass(10_000);
    expect(calls[1]?.body).toMatchObject({ ...say('xy'), revision: 1 });
    await calls[1]?.end(draft(say('xy'), 2));
    expect([kept(), last()]).toEqual([null, { kind: 'saved', at: 'at 2' }]);
    expect([keeper.revision, keeper.hasUnsaved]).toEqual([2, false]);
  });

  it('are kept and sent again after an outage, more slowly each time', async () => {
    const { keeper, calls, last, kept, pass } = openKeeper();
    keeper.edit(say('x'));
    pass(1200);
    await calls[0]?.end(failure({ kind: 'network' }));
    expect(last()).toMatchObject({ kind: 'unsaved', why: 'connection', isKept: true });
    expect(kept()?.content).toEqual(say('x'));
    pass(4000);
    expect(calls).toHaveLength(1);
    pass(1000);
    expect(calls).toHaveLength(2);
    await calls[1]?.end(failure({ kind: 'rate_limited', retryAfterSeconds: 40 }));
    pass(39_000);
    expect(calls).toHaveLength(2);
    pass(1000);
    await calls[2]?.end(draft(say('x'), 1));
    expect([kept(), last()?.kind]).toEqual([null, 'saved']);
  });

  it('wait for the person after the session ended, and are saved once they are back', async () => {
    const { keeper, calls, last, kept, pass, waits, signedOut } = openKeeper({ hasDraft: true, revision: 3 });
    keeper.edit(say('step two'));
    pass(1200);
    await calls[0]?.end(failure({ kind: 'unauthorized' }));
    expect([last(), signedOut(), waits()]).toMatchObject([{ kind: 'unsaved', why: 'signed-out' }, 1, false]);
    expect(kept()).toMatchObject({ content: say('step two'), revision: 3 });
    keeper.flush();
    expect(calls[1]?.body).toMatchObject({ ...say('step two'), revision: 3 });
  });

  it('arrive before the application is sent, so that it names their revision', async () => {
    const { keeper, calls, pass } = openKeeper();
    keeper.edit(say('one'));
    pass(10_000);
    const paused = keeper.pause();
    await calls[0]?.end(draft(say('one'), 1));
    await paused;
    expect(keeper.revision).toBe(1);
    keeper.goOn();
    keeper.edit(say('two'));
    pass(20_000);
    // A save that never answers holds nothing up.
    const late = keeper.pause();
    pass(5_000);
    await late;
    expect(keeper.revision).toBe(1);
    expect(calls).toHaveLength(2);
  });

  it('reach the server before the person is signed out', async () => {
    const { keeper, calls, pass } = openKeeper();
    keeper.edit(say('one'));
    pass(10_000);
    keeper.edit(say('one two'));
    const saved = keeper.saveLast();
    await calls[0]?.end(draft(say('one'), 1));
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]?.body).toMatchObject({ ...say('one two'), revision: 1 });
    await calls[1]?.end(draft(say('one two'), 2));
    await saved;
    expect(keeper.hasUnsaved).toBe(false);
  });

  it('say that the server refuses them, and are not sent again unchanged', async () => {
    const { keeper, calls, last, kept, pass, waits } = openKeeper();
    keeper.edit(say('too long'));
    pass(1200);
    await calls[0]?.end(failure({ kind: 'refused', status: 413, code: 'payload_too_large' }));
    expect([last(), waits()]).toMatchObject([{ kind: 'unsaved', why: 'refused' }, false]);
    expect(kept()?.content).toEqual(say('too long'));
  });
});

describe('a draft that another tab changed', () => {
  const theirs = draft(say('theirs'), 5);
  async function meet(other: Draft | null) {
    const opened = openKeeper({ hasDraft: true, revision: 4 });
    opened.keeper.edit(say('mine'));
    opened.pass(1200);
    await opened.calls[0]?.end(conflict(other));
    return opened;
  }

  it('is not overwritten: the page shows both and keeps its own', async () => {
    const { keeper, calls, last, kept } = await meet(theirs);
    expect(last()).toEqual({ kind: 'conflict', theirs });
    expect(kept()?.content).toEqual(say('mine'));
    keeper.flush();
    keeper.flush(true);
    expect(calls).toHaveLength(1);
    keeper.keepMine();
    expect(calls[1]?.body).toMatchObject({ ...say('mine'), revision: 5 });
  });

  it('can be taken over, and nothing of this page is left to save', async () => {
    const { keeper, calls, last, kept } = await meet(theirs);
    keeper.takeTheirs(say('theirs'));
    expect([last(), kept(), keeper.revision]).toEqual([{ kind: 'saved', at: 'at 5' }, null, 5]);
    keeper.edit(say('theirs'));
    keeper.flush(true);
    expect(calls).toHaveLength(1);
  });

  it('or sent becomes a new draft only if the person says so', async () => {
    const { keeper, calls, last } = await meet(null);
    expect(last()).toEqual({ kind: 'conflict', theirs: null });
    keeper.keepMine();
    expect(calls[1]?.body).toMatchObject({ ...say('mine'), revision: 0 });
  });

  it('is this page’s own if its earlier answer was lost', async () => {
    const { keeper, calls, last, pass } = openKeeper({ hasDraft: true, revision: 4 });
    keeper.edit(say('one'));
    pass(1200);
    await calls[0]?.end(failure({ kind: 'timeout' }));
    keeper.edit(say('one two'));
    // The first save had arrived: the refused second one finds it.
    pass(20_000);
    expect(calls[1]?.body).toMatchObject({ ...say('one two'), revision: 4 });
    await calls[1]?.end(conflict(draft(say('one'), 5)));
    expect(calls[2]?.body).toMatchObject({ ...say('one two'), revision: 5 });
    await calls[2]?.end(draft(say('one two'), 6));
    expect(last()).toEqual({ kind: 'saved', at: 'at 6' });
  });
});

describe('the beginning of a form', () => {
  const kept = (revision: number, sent?: DraftContent): KeptAnswers => ({
    content: say('tab'),
    revision,
    at: 'now',
    sent: sent ? [sent] : [],
  });

  it('is the newer of tab and server, and both where both changed', () => {
    const saved = draft(say('server'), 2);
    expect(chooseBeginning(null, null).from).toBe('nothing');
    expect(chooseBeginning(null, saved).from).toBe('server');
    expect(chooseBeginning(kept(2), saved)).toMatchObject({ from: 'tab', revision: 2 });
    expect(chooseBeginning(kept(1), saved).from).toBe('conflict');
    expect(chooseBeginning(kept(1, say('server')), saved)).toMatchObject({ from: 'tab', revision: 2 });
    expect(chooseBeginning(kept(1), draft(say('tab'), 2)).from).toBe('server');
    expect(chooseBeginning(kept(0), null)).toMatchObject({ from: 'tab', revision: 0 });
    // A draft of papers alone has no answers to lose.
    expect(chooseBeginning(kept(0), draft({ note: '', payload: {} }, 1)).from).toBe('tab');
    expect(chooseBeginning(kept(2), null).from).toBe('conflict');
  });
});
