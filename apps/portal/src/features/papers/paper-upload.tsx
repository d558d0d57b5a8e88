import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import type { Paper, PaperTarget } from '../../api/gov.ts';
import { upload } from '../../api/upload.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { Done } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import classes from './papers.module.css';
import { paperWords } from './words.ts';

/** A file of the device, or the name of a file in the personal space. */
export type Chosen = File | { name: string };

export interface PaperUpload {
  isPending: boolean;
  sending: { name: string; share: number } | null;
  /** The result of the last upload, including the reasons for failures. */
  said: string;
  lost: readonly string[];
  /** `slot` names the document of the form that the files belong to. */
  send(files: readonly Chosen[], slot?: string | null): void;
}

interface PaperUploadOptions {
  target: PaperTarget;
  onArrived?(paper: Paper): void;
  onSettled?(): unknown;
}

/**
 * Uploads files one after the other, because parallel uploads would share a slow connection; a failed file does not
 * stop the others.
 */
export function usePaperUpload({ target, onArrived, onSettled }: PaperUploadOptions): PaperUpload {
  const words = usePageWords(paperWords);
  const explain = useExplanation('platform', words.codes);
  const [sending, setSending] = useState<PaperUpload['sending']>(null);
  const [lost, setLost] = useState<string[]>([]);
  const [said, setSaid] = useState('');
  const add = useMutation({
    mutationFn: async ({ chosen, slot }: { chosen: readonly Chosen[]; slot: string | null }) => {
      const failed: string[] = [];
      for (const file of chosen) {
        const tell = (share: number) => setSending({ name: file.name, share });
        tell(0);
        try {
          const paper =
            file instanceof File
              ? await upload<Paper>(target.uploadPath(file.name, slot), file, tell)
              : await target.attachFromSpace(file.name, slot);
          onArrived?.(paper);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          failed.push(words.lost(file.name, explain(error)));
        }
      }
      return { failed, added: chosen.length - failed.length };
    },
    onMutate: () => {
      setLost([]);
      setSaid('');
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
  return {
    isPending: add.isPending,
    sending,
    said,
    lost,
    send: (chosen, slot = null) => add.mutate({ chosen, slot }),
  };
}

export function UploadState({ uploads: { sending, said, lost } }: { uploads: PaperUpload }) {
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
    </>
  );
}
