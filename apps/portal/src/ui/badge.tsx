import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import badgeStyle from './badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'wait' | 'plain';

const ICONS = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  wait: IconClock,
  plain: null,
};

/** Shows a state by word, colour and shape, so that none of them carries the meaning alone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  const Icon = ICONS[tone];
  return (
    <span className={badgeStyle.badge} data-tone={tone}>
      {Icon ? <Icon size={15} stroke={2} aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
