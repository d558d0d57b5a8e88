import type { CaseState } from '../../api/support.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { caseWords } from './words.ts';

const TONES: Record<CaseState, Tone> = { open: 'wait', answered: 'good', closed: 'plain' };

export function CaseBadge({ state }: { state: CaseState }) {
  const { states } = usePageWords(caseWords);
  return <Badge tone={TONES[state]}>{states[state]}</Badge>;
}
