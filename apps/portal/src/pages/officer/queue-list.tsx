import { Checkbox } from '@mantine/core';
import type { QueueItem } from '../../api/officer.ts';
import { isOpen } from '../../features/applications/clock.ts';
import { readDue } from '../../features/cases/due.ts';
import { DueChip } from '../../features/cases/due-chip.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { buildRowId } from '../../ui/table/row-id.ts';
import classes from './officer.module.css';
import { officerWords } from './words.ts';

interface QueueListProps {
  items: readonly QueueItem[];
  openId: string | null;
  officerId: string;
  nowMs: number;
  onOpen(id: string): void;
  /** Null: not selecting. */
  selected: ReadonlySet<string> | null;
  onToggle(id: string): void;
}

/**
 * Not a table: officers read a narrow column of cases beside the open one and move through it with keys, in the
 * server's order. It is the order of deadlines unless they choose another.
 */
export function QueueList(props: QueueListProps) {
  const { items, openId, officerId, nowMs, onOpen, selected, onToggle } = props;
  const words = usePageWords(officerWords);
  return (
    <ol className={classes.queue} aria-label={words.caption} data-queue data-testid="queue">
      {items.map((item) => (
        <li key={item.id} className={classes.item}>
          {selected ? (
            <Checkbox
              className={classes.check}
              size="md"
              checked={selected.has(item.id)}
              aria-label={words.selectToo(
                `${item.applicant.full_name || words.noName}, ${item.reference_no}`,
              )}
              data-testid="select-row"
              onChange={() => onToggle(item.id)}
            />
          ) : null}
          <button
            type="button"
            id={buildRowId(item.id)}
            className={classes.row}
            aria-current={item.id === openId ? 'true' : undefined}
            data-testid="row"
            data-reference={item.reference_no}
            onClick={() => onOpen(item.id)}
          >
            <span className={classes.rowHead}>
              <span className={classes.who}>{item.applicant.full_name || words.noName}</span>
              <DueChip due={readDue(item, nowMs)} />
            </span>
            <span className={classes.what}>{item.service_name}</span>
            <span className={classes.under}>
              <span className={classes.number}>{item.reference_no}</span>
              <span>{words.statuses[item.status]}</span>
              {isOpen(item) ? (
                <span>
                  {item.assigned_to === null
                    ? words.free
                    : item.assigned_to === officerId
                      ? words.mine
                      : words.others}
                </span>
              ) : null}
              {item.payment === 'pending' ? <span>{words.unpaid}</span> : null}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
