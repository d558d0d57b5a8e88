import { ApiError, type ApiFailure, readFailure } from '../../api/errors.ts';
import type { Draft } from '../../api/gov.ts';
import { type DraftContent, isSameContent, type KeptAnswers } from '../../api/kept-answers.ts';
import { nextSaveIn } from './save-pace.ts';

/** The current step and the focused field. */
export type DraftPlace = Pick<Draft, 'step' | 'field'>;

/** Why the server does not have the answers; they are on the page all the same. */
export type Hindrance = 'connection' | 'signed-out' | 'refused';

export type DraftState =
  | { kind: 'idle' | 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'unsaved'; why: Hindrance; isKept: boolean; error: Error }
  /** Another tab or device saved, sent (null) or deleted (null) the draft. */
  | { kind: 'conflict'; theirs: Draft | null };

export interface KeeperPorts {
  save(
    body: DraftContent & DraftPlace & { revision: number },
    options: { signal: AbortSignal; keepalive: boolean },
  ): Promise<Draft>;
  /** Stores the answers in this tab, null erases them; false if the browser refuses. */
  keep(answers: KeptAnswers | null): boolean;
  /** Runs once after the time, and returns how to stop it. */
  after(ms: number, run: () => void): () => void;
  now(): number;
  onState(state: DraftState): void;
  onSaved(draft: Draft): void;
  onSignedOut(): void;
}

export interface KeeperStart {
  /** What the page begins with. */
  content: DraftContent;
  /** What needs no saving: the server's answers, or the untouched beginning of a form. */
  confirmed: DraftContent;
  hasDraft: boolean;
  revision: number;
  place: DraftPlace;
  /** Answers of this tab meet others of the server. */
  conflict?: { theirs: Draft | null } | undefined;
}

/** The browser's limit for a request of a closing page. */
const KEEPALIVE_BYTES = 60_000;
/** How long sending and signing out wait for a save that is on its way. */
const LAST_SAVE_MS = 5_000;
const RETRY_MS = [5_000, 15_000, 30_000, 60_000];

/**
 * Saves answers on the server: after a pause, at most every ten seconds, and when the page is left. Until the server
 * has confirmed them they are also kept in this tab. A failed save is repeated, and never overwrites a revision that
 * this page has not seen.
 */
export class DraftKeeper {
  readonly #ports: KeeperPorts;
  #latest: DraftContent;
  /** What the server has confirmed, or the untouched beginning. */
  #confirmed: DraftContent;
  #revision: number;
  /** Sent, but the answers have not come or were lost: the server may have the last of them. */
  #sent: DraftContent[] = [];
  #place: DraftPlace;
  #keptPlace: DraftPlace;
  #hasDraft: boolean;
  #savedAt = Number.NEGATIVE_INFINITY;
  #tries = 0;
  #isStopped = false;
  #running: AbortController | undefined;
  #saving: Promise<void> = Promise.resolve();
  #stopTimer: () => void = () => undefined;
  #state: DraftState = { kind: 'idle' };

  constructor(start: KeeperStart, ports: KeeperPorts) {
    this.#ports = ports;
    this.#latest = start.content;
    this.#confirmed = start.confirmed;
    this.#revision = start.revision;
    this.#place = start.place;
    this.#keptPlace = start.place;
    this.#hasDraft = start.hasDraft;
    if (start.conflict) this.#state = { kind: 'conflict', theirs: start.conflict.theirs };
  }

  get state(): DraftState {
    return this.#state;
  }

  /** The revision that this page edits, for sending the application. */
  get revision(): number {
    return this.#revision;
  }

  get hasUnsaved(): boolean {
    return !isSameContent(this.#latest, this.#confirmed);
  }

  /** For a beginning that the server does not have yet. */
  begin(): void {
    if (this.hasUnsaved) this.#plan();
  }

  edit(content: DraftContent): void {
    if (isSameContent(content, this.#latest)) return;
    this.#latest = content;
    this.#keep();
    this.#tries = 0;
    this.#plan();
  }

  /** Saved with the next save; on its own it is saved only when the page is left. */
  setPlace(place: DraftPlace): void {
    this.#place = place;
  }

  /** A paper or a question to an agency makes a draft too. */
  noteDraft(): void {
    this.#hasDraft = true;
  }

  /** Saves now: the page is left, the connection is back, or the person has signed in again. */
  flush(isLeaving = false): void {
    const isElsewhere =
      this.#place.step !== this.#keptPlace.step || this.#place.field !== this.#keptPlace.field;
    const isWorth = this.hasUnsaved || (isLeaving && this.#hasDraft && isElsewhere);
    if (this.#isStopped || this.#state.kind === 'conflict' || !isWorth) return;
    if (this.#running && !isLeaving) return;
    this.#running?.abort();
    this.#saving = this.#save(isLeaving);
  }

  /** The application is about to be sent or the draft deleted: a save on its way arrives first, or is given up. */
  async pause(): Promise<void> {
    this.#isStopped = true;
    this.#stopTimer();
    await this.#arrival();
    this.#stop();
  }

  /** The person signs out: the last letters reach the server first. */
  async saveLast(): Promise<void> {
    this.#stopTimer();
    await this.#arrival();
    this.flush();
    await this.#arrival();
  }

  /** The save on its way has arrived, or takes too long. */
  async #arrival(): Promise<void> {
    let stopTimer: () => void = () => undefined;
    const isLate = new Promise<void>((resolve) => {
      stopTimer = this.#ports.after(LAST_SAVE_MS, resolve);
    });
    await Promise.race([this.#saving, isLate]);
    stopTimer();
  }

  #stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
    this.#running?.abort();
    this.#running = undefined;
  }

  goOn(): void {
    this.#isStopped = false;
    this.flush();
  }

  /** The application was sent: nothing is left to keep. */
  finish(): void {
    this.#stop();
    this.#ports.keep(null);
  }

  startOver(content: DraftContent): void {
    this.#stop();
    this.#ports.keep(null);
    this.#isStopped = false;
    this.#latest = content;
    this.#confirmed = content;
    this.#revision = 0;
    this.#sent = [];
    this.#hasDraft = false;
    this.#keptPlace = this.#place;
    this.#show({ kind: 'idle' });
  }

  /** Settles a conflict: this page overwrites the other version. */
  keepMine(): void {
    if (this.#state.kind !== 'conflict') return;
    const { theirs } = this.#state;
    this.#revision = theirs?.revision ?? 0;
    this.#confirmed = theirs ?? { note: '', payload: {} };
    this.#show({ kind: 'idle' });
    if (this.hasUnsaved) this.flush();
    else this.#ports.keep(null);
  }

  /** Settles a conflict: the page takes over the other version, as the form shows it. */
  takeTheirs(content: DraftContent): void {
    if (this.#state.kind !== 'conflict') return;
    const { theirs } = this.#state;
    this.#latest = content;
    this.#confirmed = content;
    this.#revision = theirs?.revision ?? 0;
    this.#hasDraft = theirs !== null;
    this.#ports.keep(null);
    this.#show(theirs === null ? { kind: 'idle' } : { kind: 'saved', at: theirs.updated_at });
  }

  /** A refused send or save: true if the other version is this page's own lost save, and the call can be repeated. */
  meet(error: unknown): boolean {
    const theirs = readConflict(error);
    if (theirs === undefined) return false;
    const isOwn =
      theirs !== null && [...this.#sent, this.#latest].some((each) => isSameContent(each, theirs));
    if (!isOwn) {
      this.#keep();
      this.#show({ kind: 'conflict', theirs });
      return false;
    }
    this.#confirm(theirs, { note: theirs.note, payload: theirs.payload as DraftContent['payload'] });
    return true;
  }

  async #save(isLeaving: boolean): Promise<void> {
    this.#stopTimer();
    const controller = new AbortController();
    this.#running = controller;
    const content = this.#latest;
    this.#sent = [...this.#sent.slice(-2), content];
    const place = this.#place;
    this.#savedAt = this.#ports.now();
    this.#keep();
    this.#show({ kind: 'saving' });
    const keepalive = isLeaving && new Blob([JSON.stringify(content)]).size < KEEPALIVE_BYTES;
    try {
      const body = { ...content, ...place, revision: this.#revision };
      const draft = await this.#ports.save(body, { signal: controller.signal, keepalive });
      if (controller.signal.aborted) return;
      this.#running = undefined;
      this.#keptPlace = place;
      this.#confirm(draft, content);
      this.#ports.onSaved(draft);
      if (this.hasUnsaved) this.#plan();
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#running = undefined;
      if (this.meet(error)) this.flush();
      else if (this.#state.kind !== 'conflict') this.#fail(error);
    }
  }

  #confirm(draft: Draft, content: DraftContent): void {
    this.#confirmed = content;
    this.#revision = draft.revision;
    this.#hasDraft = true;
    this.#sent = [];
    this.#tries = 0;
    if (this.hasUnsaved) this.#keep();
    else this.#ports.keep(null);
    this.#show({ kind: 'saved', at: draft.updated_at });
  }

  #fail(error: unknown): void {
    const failure = readFailure(error);
    const why = hindranceOf(failure);
    const shown = error instanceof Error ? error : new Error('save failed');
    this.#show({ kind: 'unsaved', why, isKept: this.#keep(), error: shown });
    if (why === 'signed-out') this.#ports.onSignedOut();
    if (why !== 'connection') return;
    const pause = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)] ?? 60_000;
    this.#tries += 1;
    const wait = failure.kind === 'rate_limited' ? failure.retryAfterSeconds * 1000 : pause;
    this.#wait(wait);
  }

  #plan(): void {
    this.#wait(nextSaveIn(this.#ports.now(), this.#savedAt));
  }

  #wait(ms: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#ports.after(ms, () => this.flush());
  }

  #keep(): boolean {
    if (this.#isStopped) return false;
    if (!this.hasUnsaved && this.#sent.length === 0) return this.#ports.keep(null);
    return this.#ports.keep({
      content: this.#latest,
      revision: this.#revision,
      sent: this.#sent,
      at: new Date(this.#ports.now()).toISOString(),
    });
  }

  #show(state: DraftState): void {
    this.#state = state;
    this.#ports.onState(state);
  }
}

/** The version that the server has instead; undefined for any other failure. */
function readConflict(error: unknown): Draft | null | undefined {
  const failure = readFailure(error);
  if (failure.kind !== 'refused' || failure.code !== 'draft_changed' || !(error instanceof ApiError))
    return undefined;
  return (error.data as { draft?: Draft | null } | null)?.draft ?? null;
}

function hindranceOf({ kind }: ApiFailure): Hindrance {
  if (kind === 'unauthorized') return 'signed-out';
  return kind === 'invalid' || kind === 'refused' ? 'refused' : 'connection';
}
