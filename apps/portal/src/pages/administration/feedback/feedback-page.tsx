import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  commentsQuery,
  feedbackQuery,
  type PageComment,
  type PageFeedback,
  type Period,
} from '../../../api/feedback.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { addDays, dayAt } from '../../../i18n/time.ts';
import { Detail, ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import { useOpened } from '../../../ui/table/use-opened.ts';
import { feedbackWords } from './words.ts';

const PERIODS = [7, 30, 90, 365];

const periodOf = (days: number): Period => {
  const to = dayAt(new Date());
  return { from: addDays(to, 1 - days), to };
};

const shareOf = ({ helpful, unhelpful }: PageFeedback) =>
  helpful + unhelpful === 0 ? 0 : helpful / (helpful + unhelpful);

export function FeedbackPage() {
  const words = usePageWords(feedbackWords);
  const filters = useFilters();
  const { openId, open, close } = useOpened('page');
  const days = PERIODS.find((each) => String(each) === filters.get('days')) ?? 30;
  const period = periodOf(days);
  const query = useQuery(feedbackQuery(period));
  const columns: Column<PageFeedback>[] = [
    { key: 'page', title: words.page, text: ({ page }) => page },
    { key: 'unhelpful', title: words.unhelpful, isNumber: true, text: ({ unhelpful }) => unhelpful },
    { key: 'helpful', title: words.helpful, isNumber: true, room: 'some', text: ({ helpful }) => helpful },
    {
      key: 'share',
      title: words.share,
      isNumber: true,
      room: 'some',
      text: (row) => `${Math.round(shareOf(row) * 100)}%`,
      sortBy: shareOf,
    },
    {
      key: 'comments',
      title: words.comments,
      isNumber: true,
      room: 'some',
      text: ({ comments }) => comments,
    },
  ];
  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      action={
        <NativeSelect
          label={words.period}
          value={String(days)}
          data={PERIODS.map((each) => ({ value: String(each), label: words.periods[each] ?? '' }))}
          data-testid="period"
          onChange={(event) => filters.set({ days: event.currentTarget.value, page: null })}
        />
      }
      openId={openId}
      detail={openId ? <Comments page={openId} period={period} onClose={close} /> : null}
    >
      <DataTable
        id="page-feedback"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={columns}
        getId={({ page }) => page}
        openId={openId}
        onOpen={open}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
      />
    </ListAndDetail>
  );
}

function Comments({ page, period, onClose }: { page: string; period: Period; onClose(): void }) {
  const words = usePageWords(feedbackWords);
  const query = useQuery(commentsQuery({ ...period, page }));
  const columns: Column<PageComment>[] = [
    { key: 'text', title: words.text, text: ({ text }) => text },
    {
      key: 'vote',
      title: words.vote,
      room: 'some',
      text: ({ helpful }) => (helpful ? words.helpful : words.unhelpful),
    },
    { key: 'day', title: words.day, room: 'some', text: ({ day }) => day },
  ];
  return (
    <Detail title={page} subject={page} onClose={onClose}>
      {page.includes(':') || page.includes('*') ? null : (
        <p>
          <Link to={page}>{words.open}</Link>
        </p>
      )}
      <DataTable
        id="page-comments"
        list={wholeList(query, ({ items }) => items)}
        caption={words.commentsCaption}
        columns={columns}
        getId={({ id }) => String(id)}
        empty={<EmptyState title={words.noComments} />}
      />
    </Detail>
  );
}
