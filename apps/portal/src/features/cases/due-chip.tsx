import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import type { Due } from './due.ts';
import { describeDue, dueWords } from './due-words.ts';

export function DueChip({ due }: { due: Due }) {
  const words = usePageWords(dueWords);
  if (due.kind === 'closed') return null;
  const tone = due.kind === 'over' ? 'bad' : due.kind === 'left' && due.isSoon ? 'warn' : undefined;
  return (
    <span className={badgeStyle.chip} data-tone={tone}>
      {describeDue(due, words)}
    </span>
  );
}
