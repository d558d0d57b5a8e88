import type { Application, ApplicationStatus } from '../../api/gov.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { applicationStateWords } from './words.ts';

const TONES: Record<ApplicationStatus, Tone> = {
  submitted: 'wait',
  registered: 'plain',
  in_review: 'plain',
  info_required: 'warn',
  approved: 'good',
  rejected: 'bad',
  completed: 'good',
  cancelled: 'plain',
  expired: 'bad',
};

/** True if the applicant answered and no officer has asked or decided since. */
export const isAnswered = ({ status, answered_at }: Pick<Application, 'status' | 'answered_at'>) =>
  status === 'in_review' && answered_at !== null;

export function StatusBadge({ application }: { application: Pick<Application, 'status' | 'answered_at'> }) {
  const words = usePageWords(applicationStateWords);
  const text = isAnswered(application) ? words.answered : words.statuses[application.status];
  return <Badge tone={TONES[application.status]}>{text}</Badge>;
}
