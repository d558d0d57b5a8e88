import { usePageWords } from '../../i18n/provider.tsx';
import { momentColumn } from '../../ui/table/columns.tsx';
import { SaveRows } from '../../ui/table/save-rows.tsx';
import { QUEUE_VIEW, type QueueChoice } from './queue-views.ts';
import { queueQuery, useQueueSort } from './use-queue.ts';
import { officerWords } from './words.ts';

/** The cases of the list as CSV; each applicant in it sees the access, as with the list. */
export function QueueFile({ choice, q }: { choice: QueueChoice; q: string }) {
  const { file: words, noName, statuses } = usePageWords(officerWords);
  return (
    <SaveRows
      id={QUEUE_VIEW}
      query={queueQuery(choice, q, useQueueSort())}
      columns={[
        { key: 'number', title: words.number, text: ({ reference_no }) => reference_no },
        { key: 'applicant', title: words.applicant, text: ({ applicant }) => applicant.full_name || noName },
        { key: 'service', title: words.service, text: ({ service_name }) => service_name },
        { key: 'state', title: words.state, text: ({ status }) => statuses[status] },
        momentColumn({ key: 'sent', title: words.sent, at: ({ submitted_at }) => submitted_at }),
        momentColumn({ key: 'due', title: words.due, at: ({ due_at }) => due_at }),
      ]}
    />
  );
}
