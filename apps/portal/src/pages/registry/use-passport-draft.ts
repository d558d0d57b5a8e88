import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EvidenceLink, Passport } from '../../api/registry.ts';
import { forgetInTab, keepTyped, readTyped } from '../../api/tab-storage.ts';
import { nameTyped } from '../../ui/forms/use-typed.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import type { Part } from './editor-words.ts';
import { readDraft, rebaseDraft } from './passport-draft.ts';

interface Held<Value> {
  /** The saved value when editing started. */
  base: Value;
  draft: Value;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function readHeld<Value>(name: string): Held<Value> | undefined {
  const typed = readTyped(name);
  return typed === null ? undefined : (JSON.parse(typed.text) as Held<Value>);
}

function useKept<Value>(
  key: string,
  saved: Value,
  rebase: (base: Value, draft: Value, saved: Value) => Value,
) {
  const client = useQueryClient();
  const [name] = useState(() => nameTyped(client, `passport:${key}`));
  // Unsaved edits survive a visit to another page.
  const [held, setHeld] = useState(() => readHeld<Value>(name));
  const draft = !held ? saved : isSame(held.base, saved) ? held.draft : rebase(held.base, held.draft, saved);
  const change = (next: Value) => {
    const typed = { base: saved, draft: next };
    if (isSame(next, saved)) forgetInTab(name);
    else keepTyped(name, JSON.stringify(typed));
    setHeld(typed);
  };
  const forget = () => {
    forgetInTab(name);
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
  useLeaveWarning(isChanged);
  return { fields, links, unsaved };
}

export type LinksDraft = ReturnType<typeof usePassportDraft>['links'];
