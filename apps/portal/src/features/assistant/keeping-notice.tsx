import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CONVERSATIONS_KEY, changeKeeping, keepingQuery } from '../../api/conversations.ts';
import { hasSessionCookie } from '../../api/http.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import classes from './keeping.module.css';
import { keepingWords } from './keeping-words.ts';

/** Says whether the conversation is kept; off until the person agrees. */
export function KeepingNotice({ onOpen }: { onOpen(): void }) {
  const words = usePageWords(keepingWords);
  const isSignedIn = hasSessionCookie();
  const { data, error } = useQuery({ ...keepingQuery, enabled: isSignedIn });
  if (!isSignedIn) return <p className={classes.notice}>{words.visitor}</p>;
  if (!data) return error ? <p className={classes.notice}>{words.unknown}</p> : null;
  return (
    <div className={classes.notice} data-testid="keeping" data-keep={data.keep}>
      <p role="status">{data.keep ? words.on(data.days) : words.off}</p>
      {data.keep ? (
        <button type="button" className={classes.link} data-testid="kept-open" onClick={onOpen}>
          {words.open}
        </button>
      ) : (
        <Agree days={data.days} />
      )}
    </div>
  );
}

function Agree({ days }: { days: number }) {
  const words = usePageWords(keepingWords);
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const agree = useMutation({
    mutationFn: () => changeKeeping(true),
    onSuccess: () => client.invalidateQueries({ queryKey: CONVERSATIONS_KEY }),
  });
  return (
    <>
      <button type="button" className={classes.link} data-testid="keep" onClick={() => setIsAsked(true)}>
        {words.agree}
      </button>
      <ConfirmDialog
        isOpen={isAsked}
        title={words.agreeTitle}
        action={words.agreeAction}
        isDangerous={false}
        isPending={agree.isPending}
        failure={<ActionFailure error={agree.error} />}
        onConfirm={() => agree.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.agreeText(days)}</p>
      </ConfirmDialog>
    </>
  );
}
