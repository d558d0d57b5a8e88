import { Button } from '@mantine/core';
import { IconClock, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { createKey, type Paper, type PaperTarget } from '../../api/gov.ts';
import { markSessionEnded, requireSamePerson } from '../../api/session.ts';
import { dropUnsentFile, keepUnsentFile, listUnsentFiles } from '../../api/unsent-files.ts';
import { upload } from '../../api/upload.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import buttonStyle from '../../ui/button.module.css';
import layoutStyle from '../../ui/layout.module.css';
import { Done } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import classes from './papers.module.css';
import { paperWords } from './words.ts';

/** A file of the device, or the name of a file in the personal space. */
export type Chosen = File | { name: string };

/** A file that the server does not have yet; the page holds it, and the browser a copy. */
export interface WaitingFile {
  id: string;
  file: Chosen;
  slot: string | null;
}

export interface PaperUpload {
  isPending: boolean;
  sending: { name: string; share: number } | null;
  /** The result of the last upload, including the reasons for failures. */
  said: string;
  lost: readonly string[];
  /** Files that can be sent again, without choosing them once more. */
  waiting: readonly WaitingFile[];
  /** `slot` names the document of the form that the files belong to. */
  send(files: readonly Chosen[], slot?: string | null): void;
  sendAgain(): void;
  giveUp(file: WaitingFile): void;
}

interface PaperUploadOptions {
  target: PaperTarget;
  onArrived?(paper: Paper): void;
  onSettled?(): unknown;
}

/** The server did not get the file, and may take it later; any other refusal is about the file itself. */
const isPassing = (error: ApiError) => error.failure.kind !== 'invalid' && error.failure.kind !== 'refused';

/**
 * Uploads files one after the other, because parallel uploads would share a slow connection; a refused file does not
 * stop the others. A file that could not be sent waits here, and in the browser's storage, until the server has it.
 */
export function usePaperUpload({ target, onArrived, onSettled }: PaperUploadOptions): PaperUpload {
  const words = usePageWords(paperWords);
  const explain = useExplanation('platform', words.codes);
  const client = useQueryClient();
  const session = useSession();
  const { user } = session;
  const [sending, setSending] = useState<PaperUpload['sending']>(null);
  const [lost, setLost] = useState<string[]>([]);
  const [said, setSaid] = useState('');
  const [waiting, setWaiting] = useState<readonly WaitingFile[]>([]);
  const drop = ({ id }: WaitingFile) => {
    setWaiting((before) => before.filter((each) => each.id !== id));
    void dropUnsentFile(id).catch(() => undefined);
  };
  const keep = async ({ id, file, slot }: WaitingFile) => {
    if (file instanceof File)
      await keepUnsentFile({ id, owner: user.id, target: target.key, slot, file }).catch(() => undefined);
  };
  const add = useMutation({
    mutationFn: async (chosen: readonly WaitingFile[]) => {
      const failed: string[] = [];
      let added = 0;
      let stopped: string | null = null;
      await Promise.all(chosen.map(keep));
      for (const each of chosen) {
        const { file, slot } = each;
        // The next file would fail in the same way.
        if (stopped !== null) continue;
        const tell = (share: number) => setSending({ name: file.name, share });
        tell(0);
        try {
          await requireSamePerson(client, user.id);
          const paper =
            file instanceof File
              ? await upload<Paper>(target.uploadPath(file.name, slot), file, tell)
              : await target.attachFromSpace(file.name, slot);
          drop(each);
          added += 1;
          onArrived?.(paper);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (isPassing(error)) stopped = explain(error);
          else {
            drop(each);
            failed.push(words.lost(file.name, explain(error)));
          }
          if (error.failure.kind === 'unauthorized') markSessionEnded(client);
        }
      }
      return { failed: stopped === null ? failed : [...failed, words.held(stopped)], added };
    },
    onMutate: (chosen) => {
      setLost([]);
      setSaid('');
      setWaiting((before) => [
        ...before.filter(({ id }) => !chosen.some((each) => each.id === id)),
        ...chosen,
      ]);
    },
    onSuccess: ({ failed, added }) => {
      setLost(failed);
      if (added > 0) setSaid(words.added(added));
    },
    onSettled: () => {
      setSending(null);
      return onSettled?.();
    },
  });
  const sendAgain = useEffectEvent(() => {
    if (!add.isPending && waiting.length > 0) add.mutate(waiting);
  });
  // Files of an earlier visit that never arrived.
  useEffect(() => {
    let isGone = false;
    void listUnsentFiles(user.id, target.key).then(
      (found) => {
        if (!isGone) setWaiting((before) => (before.length > 0 ? before : found));
      },
      () => undefined,
    );
    const retry = () => sendAgain();
    window.addEventListener('online', retry);
    return () => {
      isGone = true;
      window.removeEventListener('online', retry);
    };
  }, [user.id, target.key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session triggers it, after the person signed in again
  useEffect(() => sendAgain(), [session]);
  return {
    isPending: add.isPending,
    sending,
    said,
    lost,
    waiting: add.isPending ? [] : waiting,
    send: (chosen, slot = null) => add.mutate(chosen.map((file) => ({ id: createKey(), file, slot }))),
    sendAgain: () => add.mutate(waiting),
    giveUp: drop,
  };
}

export function UploadState({ uploads }: { uploads: PaperUpload }) {
  const { sending, said, lost, waiting } = uploads;
  const words = usePageWords(paperWords);
  return (
    <>
      <Done>{said}</Done>
      {sending ? (
        <div className={layoutStyle.stack}>
          <p className={textStyle.quiet}>{words.sending(sending.name)}</p>
          <progress className={classes.progress} value={sending.share} max={1} aria-label={sending.name} />
        </div>
      ) : null}
      {lost.length > 0 ? (
        <div role="alert">
          <ul className={classes.paperFaults}>
            {lost.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {waiting.length > 0 ? (
        <div className={layoutStyle.stack} id="waiting-files" tabIndex={-1} data-testid="waiting-files">
          <p>{words.waiting}</p>
          <ul className={classes.files}>
            {waiting.map((each) => (
              <li key={each.id}>
                <IconClock size={20} stroke={1.6} aria-hidden="true" />
                <span className={classes.fileName}>{each.file.name}</span>
                <button
                  type="button"
                  className={buttonStyle.icon}
                  aria-label={words.remove(each.file.name)}
                  onClick={() => uploads.giveUp(each)}
                >
                  <IconX size={18} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
          <div>
            <Button variant="default" data-testid="send-again" onClick={uploads.sendAgain}>
              {words.sendAgain(waiting.length)}
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}
