import { Link } from 'react-router';
import type { TypedText } from '../api/tab-storage.ts';
import { usePageWords } from '../i18n/provider.tsx';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { unsentWords } from './unsent-words.ts';

/** What this person typed or chose and the server does not have. */
export interface Unsent {
  texts: TypedText[];
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
  const pages = [...new Map(texts.map((text) => [text.path, text])).values()];
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
        {pages.map(({ path, title }) => (
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
