import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Application, serviceFormQuery } from '../../api/gov.ts';
import classes from '../../features/applications/applications.module.css';
import { AnswerList } from '../../features/service-form/answer-list.tsx';
import { writePayload } from '../../features/service-form/answers.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import formStyle from '../../ui/forms/form.module.css';
import layoutStyle from '../../ui/layout.module.css';
import noteStyle from '../../ui/note.module.css';
import { forgetStrayReplies, listStrayReplies, type Reply } from './kept-reply.ts';
import { applicationWords } from './words.ts';

const FINISHED: ReadonlySet<Application['status']> = new Set([
  'approved',
  'rejected',
  'completed',
  'cancelled',
  'expired',
]);

/** What a person typed for a question that is no longer open: they may still need their words. */
export function StrayReply({ application }: { application: Application }) {
  const { stray: words } = usePageWords(applicationWords);
  const { user } = useSession();
  const { data: form = null, isSuccess } = useQuery(serviceFormQuery(application));
  const [replies, setReplies] = useState<readonly Reply[]>([]);
  const { id: applicationId, status, suspended_at } = application;
  // Who comes back to a finished application needs no unsent answer; whoever is on the page while it ends may copy it.
  const [isPast] = useState(() => FINISHED.has(status));
  const askedAt = status === 'info_required' ? (suspended_at ?? '') : null;
  // After the form of the question has gone, because only then are its last letters kept.
  useEffect(() => {
    if (isPast) forgetStrayReplies({ userId: user.id, applicationId }, askedAt);
    else if (isSuccess) setReplies(listStrayReplies({ userId: user.id, applicationId }, askedAt, form));
  }, [user.id, applicationId, askedAt, form, isSuccess, isPast]);
  if (replies.length === 0) return null;
  return (
    <section
      className={`${noteStyle.note} ${layoutStyle.stack}`}
      data-tone="warn"
      aria-labelledby="stray-reply"
      data-testid="stray-reply"
    >
      <h2 id="stray-reply" className={noteStyle.noteTitle}>
        {words.title}
      </h2>
      <p role="status">{words.text}</p>
      {replies.map(({ note, answers }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and removed as a whole
        <div key={at} className={layoutStyle.stack}>
          {note.trim() === '' ? null : (
            <>
              <p className={classes.asked}>{note}</p>
              <div>
                <CopyButton text={note} label={words.yours} />
              </div>
            </>
          )}
          {form && Object.keys(answers).length > 0 ? (
            <AnswerList form={form} payload={writePayload(form, answers)} />
          ) : null}
        </div>
      ))}
      <div className={formStyle.actions}>
        <Button
          variant="default"
          size="compact-md"
          data-testid="forget-stray"
          onClick={() => {
            forgetStrayReplies({ userId: user.id, applicationId }, askedAt);
            setReplies([]);
          }}
        >
          {words.forget}
        </Button>
      </div>
    </section>
  );
}
