import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isSavedDraft } from '../api/kept-answers.ts';
import { finishSaves, readKnownUserId, signOut } from '../api/session.ts';
import { listTyped } from '../api/tab-storage.ts';
import { nameUnsentFiles } from '../api/unsent-files.ts';
import { leaveTo } from './leave.ts';
import type { Unsent } from './unsent-dialog.tsx';

/** Loaded on demand: most people have nothing to lose. */
const UnsentDialog = lazy(() =>
  import('./unsent-dialog.tsx').then((part) => ({ default: part.UnsentDialog })),
);

async function findUnsent(userId: string): Promise<Unsent | null> {
  await finishSaves();
  const files = await nameUnsentFiles(userId).catch(() => []);
  // A draft whose confirmation was lost would not be.
  await Promise.all(listTyped(userId).map(({ name }) => isSavedDraft(name)));
  const texts = listTyped(userId);
  return texts.length + files.length === 0 ? null : { texts, files };
}

interface SignOut {
  start(): void;
  isPending: boolean;
  isSuccess: boolean;
  isError: boolean;
  /** The question whether unsent texts may be deleted. */
  dialog: ReactNode;
}

/** Signs out, after a question if that would delete what the person typed. */
export function useSignOut(): SignOut {
  const client = useQueryClient();
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const leave = useMutation({
    mutationFn: async ({ agreed }: { agreed: Unsent | null }) => {
      const userId = readKnownUserId(client);
      const found = agreed !== null || userId === null ? null : await findUnsent(userId);
      setUnsent(found);
      return found === null ? signOut() : null;
    },
    onSuccess: (address, { agreed }) => {
      if (address === null) return;
      leaveTo(address, { deleted: agreed?.texts.map(({ name }) => name) ?? [] });
    },
  });
  return {
    start: () => leave.mutate({ agreed: null }),
    isPending: leave.isPending,
    isSuccess: leave.isSuccess && leave.data !== null,
    isError: leave.isError,
    dialog: unsent ? (
      <Suspense>
        <UnsentDialog
          unsent={unsent}
          onStay={() => setUnsent(null)}
          onLeave={() => leave.mutate({ agreed: unsent })}
        />
      </Suspense>
    ) : null,
  };
}
