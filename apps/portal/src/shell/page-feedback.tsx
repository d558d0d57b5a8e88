import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { sendSentence, sendVote } from '../api/feedback.ts';
import { usePageWords } from '../i18n/provider.tsx';
import { useTyped } from '../ui/forms/use-typed.ts';
import { nameFeedbackPage } from './feedback-page.ts';
import classes from './page-feedback.module.css';
import { feedbackWords } from './page-feedback-words.ts';

const MOST_LETTERS = 500;

/** Asks on every page whether it helped. Plain elements, because every page loads this. */
export function PageFeedback() {
  const { pathname } = useLocation();
  const words = usePageWords(feedbackWords);
  const page = nameFeedbackPage(pathname);
  if (page === undefined) return null;
  return (
    <aside className={classes.band} aria-label={words.region} data-testid="page-feedback">
      <Question key={pathname} page={page} />
    </aside>
  );
}

function Question({ page }: { page: string }) {
  const words = usePageWords(feedbackWords);
  const vote = useMutation({ mutationFn: (helpful: boolean) => sendVote({ page, helpful }) });
  const typed = useTyped(`feedback:${page}`, { helpful: true, text: '' });
  const [wasWriting] = useState(typed.restored !== null);
  if (vote.isSuccess || wasWriting)
    return <Sentence page={page} helpful={vote.variables ?? typed.value.helpful} typed={typed} />;
  return (
    <div className={classes.question}>
      <p>{words.question}</p>
      <div className={classes.answers}>
        {([true, false] as const).map((helpful) => (
          <button
            key={String(helpful)}
            type="button"
            aria-disabled={vote.isPending}
            onClick={() => vote.isPending || vote.mutate(helpful)}
          >
            {helpful ? words.yes : words.no}
          </button>
        ))}
      </div>
      <p role="status">{vote.isError ? words.failed : ''}</p>
    </div>
  );
}

interface SentenceProps {
  page: string;
  helpful: boolean;
  typed: ReturnType<typeof useTyped<{ helpful: boolean; text: string }>>;
}

function Sentence({ page, helpful, typed }: SentenceProps) {
  const words = usePageWords(feedbackWords);
  const id = useId();
  const { text } = typed.value;
  const thanks = useRef<HTMLParagraphElement>(null);
  const send = useMutation({
    mutationFn: () => sendSentence({ page, helpful, text: text.trim() }),
    onSuccess: () => typed.forget(typed.value),
  });
  // The pressed button disappeared, so the focus moves to the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the form disappears
  useEffect(() => thanks.current?.focus({ preventScroll: true }), [send.isSuccess]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate();
  };
  return (
    <form className={classes.sentence} onSubmit={submit}>
      <p ref={thanks} tabIndex={-1} role="status">
        {send.isSuccess ? words.sent : words.thanks}
      </p>
      {send.isSuccess ? null : (
        <>
          <label htmlFor={id}>{helpful ? words.good : words.better}</label>
          <textarea
            id={id}
            rows={2}
            maxLength={MOST_LETTERS}
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={(event) => typed.change({ helpful, text: event.currentTarget.value })}
          />
          <p id={`${id}-hint`} className={classes.hint}>
            {words.hint}
          </p>
          <div className={classes.answers}>
            <button type="submit" aria-disabled={send.isPending}>
              {words.send}
            </button>
          </div>
          <p role="status">{send.isError ? words.failed : ''}</p>
        </>
      )}
    </form>
  );
}
