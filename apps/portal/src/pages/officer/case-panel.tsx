import type { ReactNode } from 'react';
import type { QueueItem } from '../../api/officer.ts';
import { readDue } from '../../features/cases/due.ts';
import { DueChip } from '../../features/cases/due-chip.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { uiWords } from '../../ui/words.ts';
import classes from './case.module.css';
import { caseWords } from './case-words.ts';
import { officerWords } from './words.ts';

interface CasePanelProps {
  id: string;
  /** The list's data, shown until the case is loaded. */
  item: QueueItem | undefined;
  nowMs: number;
  isFailed: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The frame of an open case: beside the list, or instead of it on a narrow screen. */
export function CasePanel({ id, item, nowMs, isFailed, onClose, children }: CasePanelProps) {
  const own = usePageWords(caseWords);
  const words = usePageWords(officerWords);
  const shared = usePageWords(uiWords);
  return (
    <Detail
      title={item ? item.applicant.full_name || words.noName : isFailed ? own.failed : shared.loading}
      subject={id}
      onClose={onClose}
    >
      {item ? (
        <div className={classes.head}>
          <p className={classes.quiet}>{item.service_name}</p>
          <p className={classes.chips}>
            <span className={classes.number}>{item.reference_no}</span>
            <span className={badgeStyle.chip} data-testid="case-status" data-status={item.status}>
              {words.statuses[item.status]}
            </span>
            <DueChip due={readDue(item, nowMs)} />
            {item.payment === 'pending' ? (
              <span className={badgeStyle.chip} data-tone="warn">
                {words.unpaid}
              </span>
            ) : null}
          </p>
        </div>
      ) : null}
      {children}
    </Detail>
  );
}
