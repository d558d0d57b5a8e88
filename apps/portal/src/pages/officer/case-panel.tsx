import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { QueueItem } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import admin from '../administration/administration.module.css';
import detail from '../administration/detail.module.css';
import { administrationWords } from '../administration/words.ts';
import classes from './case.module.css';
import { readDue } from './due.ts';
import { DueChip } from './queue-list.tsx';
import { officerWords } from './words.ts';

interface CasePanelProps {
  id: string;
  /** Known from the list before the case itself has come. */
  item: QueueItem | undefined;
  nowMs: number;
  onClose(): void;
  children: ReactNode;
}

/** The frame of an opened case: beside the list where there is room, in its place where there is not. */
export function CasePanel({ id, item, nowMs, onClose, children }: CasePanelProps) {
  const words = usePageWords(officerWords);
  const shared = usePageWords(administrationWords);
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another case is the reason to move the focus
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    panel.current?.scrollTo({ top: 0 });
  }, [id]);
  useEffect(() => {
    const element = panel.current;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current();
    };
    element?.addEventListener('keydown', closeOnEscape);
    return () => element?.removeEventListener('keydown', closeOnEscape);
  }, []);

  return (
    <section ref={panel} className={classes.case} aria-labelledby="case-title" data-testid="case">
      <header className={classes.caseHead}>
        <button type="button" className={classes.back} data-testid="case-back" onClick={onClose}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {shared.backToList}
        </button>
        <div className={classes.caseTitle}>
          <h2 id="case-title" ref={heading} tabIndex={-1}>
            {item ? item.applicant.full_name || words.noName : shared.loading}
          </h2>
          {item ? <p className={classes.quiet}>{item.service_name}</p> : null}
        </div>
        <button
          type="button"
          className={detail.close}
          aria-label={shared.close}
          title={shared.close}
          data-testid="case-close"
          onClick={onClose}
        >
          <IconX size={20} aria-hidden="true" />
        </button>
        {item ? (
          <p className={classes.chips}>
            <span className={classes.number}>{item.reference_no}</span>
            <span className={admin.chip} data-testid="case-status" data-status={item.status}>
              {words.statuses[item.status]}
            </span>
            <DueChip due={readDue(item, nowMs)} />
            {item.payment === 'pending' ? (
              <span className={admin.chip} data-tone="warn">
                {words.unpaid}
              </span>
            ) : null}
          </p>
        ) : null}
      </header>
      {children}
    </section>
  );
}
