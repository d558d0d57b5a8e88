import type { Application } from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { applicationsWords } from './words.ts';

/** Nothing for a live application. */
export function StageChip({
  application: { stage, approval_asked_at: askedAt },
}: {
  application: Pick<Application, 'stage' | 'approval_asked_at'>;
}) {
  const words = usePageWords(applicationsWords);
  if (stage === 'live') return null;
  return (
    <span className={badgeStyle.chip} data-tone="warn" data-testid="stage">
      {askedAt === undefined ? words.trial : words.waiting}
    </span>
  );
}
