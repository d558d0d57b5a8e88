import { useEffect, useState } from 'react';
import type { Passport } from '../../api/registry.ts';
import { type Draft, isSameDraft, readDraft } from './passport-draft.ts';

/** What was typed and not saved survives a look at another page, as long as the passport itself stays as it was. */
const kept = new Map<string, { stamp: string; draft: Draft }>();

const readStamp = (passport: Passport | null) =>
  passport ? (passport.updated_at ?? passport.created_at) : '';

export function usePassportDraft(passport: Passport | null) {
  const key = passport?.id ?? 'new';
  const stamp = readStamp(passport);
  const saved = readDraft(passport);
  const [held, setHeld] = useState(() => kept.get(key) ?? { stamp, draft: saved });
  const draft = held.stamp === stamp ? held.draft : saved;
  const isChanged = !isSameDraft(draft, saved);

  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);

  const change = (next: Draft) => {
    kept.set(key, { stamp, draft: next });
    setHeld({ stamp, draft: next });
  };
  const forget = () => {
    kept.delete(key);
    setHeld({ stamp, draft: saved });
  };
  return { draft, isChanged, change, forget };
}
