import { Link } from 'react-router';
import { FOR, nameActing } from '../api/acting-for.ts';
import type { TypedText } from '../api/tab-storage.ts';
import { usePageWords } from '../i18n/provider.tsx';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { unsentWords } from './unsent-words.ts';

/** What this person typed or chose and the server does not have. */
export interface Unsent {
  texts: (TypedText & { name: string })[];
  files: string[];
}

interface UnsentDialogProps {
  unsent: Unsent;
  onStay(): void;
  onLeave(): void;
}

/** Names the pages with unsent text, so that a person can go there before signing out. */
export function UnsentDialog({ unsent: { texts, files }, onStay, onLeave }: UnsentDialogProps) {
  const words = usePageWords(unsentWords);
  // A page belongs to the party for whom it was typed.
  const pages = [...new Map(texts.map((text) => [linkTo(text), text.title])).entries()];
  return (
    <ConfirmDialog
      isOpen
      title={words.title}
      action={words.leave}
      cancel={words.stay}
      isPending={false}
      failure={null}
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{words.text}</p>
      <ul data-testid="unsent-list">
        {pages.map(([path, title]) => (
          <li key={path}>
            <Link to={path} onClick={onStay}>
              {title.split(' · ', 1)[0]}
            </Link>
          </li>
        ))}
        {files.map((name) => (
          <li key={name}>{words.file(name)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function linkTo({ path, party }: TypedText): string {
  if (party === nameActing()) return path;
  const { pathname, searchParams } = new URL(path, window.location.origin);
  searchParams.set(FOR, party);
  return `${pathname}?${searchParams}`;
}
