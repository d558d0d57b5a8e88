import { useEffect, useState } from 'react';
import type { EvidenceLink, Passport } from '../../api/registry.ts';
import type { Part } from './editor-words.ts';
import { readDraft, rebaseDraft } from './passport-draft.ts';

interface Held<Value> {
  /** The saved value when editing started. */
  base: Value;
  draft: Value;
}

/** Unsaved edits survive a visit to another page. */
const kept = new Map<string, Held<unknown>>();

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function useKept<Value>(
  key: string,
  saved: Value,
  rebase: (base: Value, draft: Value, saved: Value) => Value,
) {
  const [held, setHeld] = useState(() => kept.get(key) as Held<Value> | undefined);
  const draft = !held ? saved : isSame(held.base, saved) ? held.draft : rebase(held.base, held.draft, saved);
  const change = (next: Value) => {
    const typed = { base: saved, draft: next };
    kept.set(key, typed);
    setHeld(typed);
  };
  const forget = () => {
    kept.delete(key);
    setHeld(undefined);
  };
  return { draft, saved, isChanged: !isSame(draft, saved), change, forget };
}

export function usePassportDraft(passport: Passport | null) {
  const key = passport?.id ?? 'new';
  const fields = useKept(key, readDraft(passport), rebaseDraft);
  // The list of documents is replaced as a whole, so edits are not merged.
  const links = useKept<readonly EvidenceLink[]>(
    `${key} evidences`,
    passport?.evidences ?? [],
    (_base, draft) => draft,
  );
  const isChanged = fields.isChanged || links.isChanged;
  const { draft, saved } = fields;
  const unsaved: Part[] = [
    ...(isSame({ ...draft, form: '' }, { ...saved, form: '' }) ? [] : ['passport' as const]),
    ...(draft.form === saved.form ? [] : ['form' as const]),
    ...(links.isChanged ? ['evidences' as const] : []),
  ];
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
  return { fields, links, unsaved };
}

export type LinksDraft = ReturnType<typeof usePassportDraft>['links'];
