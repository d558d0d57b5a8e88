import type { Application, ApplicationStatus } from '../../api/gov.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../profile/parts/badge.tsx';
import { applicationWords } from './words.ts';

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

export function StatusBadge({ application }: { application: Pick<Application, 'status'> }) {
  const words = usePageWords(applicationWords);
  return <Badge tone={TONES[application.status]}>{words.statuses[application.status]}</Badge>;
}
