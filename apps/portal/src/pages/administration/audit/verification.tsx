import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type Verification, verifyAudit } from '../../../api/administration.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import noteStyle from '../../../ui/note.module.css';
import { Facts } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './verification.module.css';
import { auditWords } from './words.ts';

export function useVerification() {
  return useMutation({ mutationFn: verifyAudit });
}

export function VerifyResult({
  verification,
}: {
  verification: UseMutationResult<Verification, Error, void>;
}) {
  const words = usePageWords(auditWords);
  const { data, error, isPending } = verification;
  return (
    <div role="status" data-testid="verification" data-ok={data?.ok}>
      {isPending ? <p className={noteStyle.note}>{words.verifying}</p> : null}
      {data && !isPending ? (
        <div className={noteStyle.note} data-tone={data.ok ? 'good' : 'bad'}>
          <h2 className={noteStyle.noteTitle}>{data.ok ? words.okTitle : words.brokenTitle}</h2>
          {data.ok ? (
            <p>{words.okText}</p>
          ) : (
            <>
              {data.broken_id === undefined ? null : <p>{words.brokenAt(data.broken_id)}</p>}
              {data.reason ? <p>{words.reasons[data.reason]}</p> : null}
              <p>{words.brokenNext}</p>
            </>
          )}
          <div className={classes.figures}>
            <Facts
              items={[
                [words.checked, String(data.checked)],
                [words.pending, String(data.pending)],
                [
                  words.head,
                  <span key="head" className={textStyle.code}>
                    {data.head.seq} · {data.head.hash}
                  </span>,
                ],
              ]}
            />
          </div>
        </div>
      ) : null}
      <ActionFailure error={error} />
    </div>
  );
}
