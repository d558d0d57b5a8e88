import type { PassportState } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { registryWords } from './words.ts';

export function StateChip({ state }: { state: PassportState }) {
  const words = usePageWords(registryWords);
  return (
    <span
      className={badgeStyle.chip}
      data-tone={state === 'published' ? 'good' : state === 'draft' ? 'warn' : undefined}
      data-testid="state"
      data-state={state}
    >
      {words.states[state]}
    </span>
  );
}
