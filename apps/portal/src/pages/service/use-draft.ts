import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { draftQuery, draftsQuery, saveDraft } from '../../api/gov.ts';
import { type DraftContent, type KeptPlace, keepAnswers } from '../../api/kept-answers.ts';
import { beforeSignOut, isKnownPerson, markSessionEnded, requireSamePerson } from '../../api/session.ts';
import { DraftKeeper, type DraftState, type KeeperStart } from './draft-keeper.ts';

/** The keeper of this form's answers, and its state. */
export function useDraft(
  place: KeptPlace,
  content: DraftContent,
  start: KeeperStart,
  { hasDraft, version }: { hasDraft: boolean; version: number },
): { keeper: DraftKeeper; state: DraftState } {
  const client = useQueryClient();
  const { userId, serviceId } = place;
  const isGone = useRef(false);
  const filledIn = useRef(version);
  useEffect(() => {
    filledIn.current = version;
  }, [version]);
  const [state, setState] = useState<DraftState>(
    start.conflict ? { kind: 'conflict', theirs: start.conflict.theirs } : { kind: 'idle' },
  );
  const [keeper] = useState(
    () =>
      new DraftKeeper(start, {
        save: async (body, options) => {
          // Without a pause where possible: a page that is being closed sends nothing later.
          if (!isKnownPerson(client, userId)) await requireSamePerson(client, userId);
          return saveDraft(serviceId, { ...body, service_version: filledIn.current }, options);
        },
        keep: (answers) => keepAnswers(place, answers),
        after: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
        now: () => Date.now(),
        onState: setState,
        onSaved: () => {
          client.invalidateQueries({ queryKey: draftsQuery.queryKey });
          // The next page may have fetched the draft before this save finished.
          if (isGone.current) client.invalidateQueries({ queryKey: draftQuery(serviceId).queryKey });
        },
        onSignedOut: () => markSessionEnded(client),
      }),
  );
  useEffect(() => {
    if (hasDraft) keeper.noteDraft();
  }, [hasDraft, keeper]);

  const text = JSON.stringify(content);
  useEffect(() => keeper.edit(JSON.parse(text) as DraftContent), [text, keeper]);

  useEffect(() => {
    isGone.current = false;
    keeper.begin();
    const leave = () => keeper.flush(true);
    const leaveHidden = () => document.hidden && leave();
    const retry = () => keeper.flush();
    const forgetLast = beforeSignOut(() => keeper.saveLast());
    document.addEventListener('visibilitychange', leaveHidden);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', retry);
    return () => {
      forgetLast();
      document.removeEventListener('visibilitychange', leaveHidden);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', retry);
      isGone.current = true;
      // Saves the last letters when the page is left inside the site.
      leave();
    };
  }, [keeper]);

  return { keeper, state };
}
