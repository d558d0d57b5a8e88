import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AssistantOpenQuestion,
  closeQuestion,
  openQuestionsQuery,
  QUESTIONS_KEY,
} from '../../../api/assistant-admin.ts';
import { nameOfLanguage } from '../../../features/assistant/languages.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ActionFailure, Done, EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import classes from './assistant-page.module.css';
import { assistantAdminWords } from './words.ts';

/** What people asked in vain: the list of what to write next. */
export function QuestionsTab() {
  const { questions: words } = usePageWords(assistantAdminWords);
  const client = useQueryClient();
  const query = useQuery(openQuestionsQuery);
  const close = useMutation({
    mutationFn: closeQuestion,
    onSuccess: () => client.invalidateQueries({ queryKey: QUESTIONS_KEY }),
  });
  const columns: Column<AssistantOpenQuestion>[] = [
    { key: 'question', title: words.question, text: (item) => item.question },
    { key: 'count', title: words.count, isNumber: true, text: (item) => item.count },
    { key: 'reason', title: words.reason, room: 'some', text: (item) => words.reasons[item.reason] },
    { key: 'lang', title: words.language, room: 'much', text: (item) => nameOfLanguage(item.lang) },
    { key: 'last', title: words.last, room: 'some', text: (item) => item.last_day },
    {
      key: 'actions',
      title: words.actions,
      cell: (item) => (
        <Button
          variant="default"
          size="xs"
          aria-label={words.doneOf(item.question)}
          disabled={close.isPending}
          onClick={() => close.mutate(item.id)}
        >
          {words.done}
        </Button>
      ),
    },
  ];
  return (
    <div className={classes.stack}>
      <p>{query.data ? words.lead(query.data.kept_days) : words.plainLead}</p>
      <Done testId="question-closed">{close.isSuccess ? words.closed : null}</Done>
      <ActionFailure error={close.error} />
      <DataTable
        id="assistant-questions"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={columns}
        getId={(item) => String(item.id)}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
      />
    </div>
  );
}
