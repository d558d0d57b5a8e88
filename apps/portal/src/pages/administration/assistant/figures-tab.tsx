import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AssistantFigures, figuresQuery } from '../../../api/assistant-admin.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useNumber } from '../../../i18n/use-number.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Loaded } from '../../../ui/states/states.tsx';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import classes from './assistant-page.module.css';
import { assistantAdminWords } from './words.ts';

const PERIODS = [7, 30, 90];
type Day = AssistantFigures['days'][number];

const sum = (days: readonly Day[], name: 'questions' | 'degraded' | 'helpful' | 'unhelpful' | 'tokens') =>
  days.reduce((total, day) => total + day[name], 0);
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);
const percent = (value: number) => `${Math.round(value)}%`;

export function FiguresTab() {
  const { figures: words } = usePageWords(assistantAdminWords);
  const filters = useFilters();
  const days = PERIODS.find((period) => String(period) === filters.get('days')) ?? 30;
  const query = useQuery(figuresQuery(days));
  return (
    <div className={classes.stack}>
      <div>
        <NativeSelect
          label={words.period}
          maw="14rem"
          value={String(days)}
          data={PERIODS.map((period) => ({ value: String(period), label: words.days(period) }))}
          data-testid="period"
          onChange={(event) => filters.set({ days: event.currentTarget.value })}
        />
      </div>
      <Loaded query={query}>
        {(data) => (
          <div className={classes.stack}>
            <Totals data={data} />
            <div className={classes.halves}>
              <QuestionChart days={data.days} />
              <WaitChart days={data.days} />
              <TokenChart data={data} />
              <HelpfulChart days={data.days} />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Totals({ data: { budget, connected, days } }: { data: AssistantFigures }) {
  const { figures: words } = usePageWords(assistantAdminWords);
  const format = useNumber();
  const questions = sum(days, 'questions');
  const [helpful, unhelpful] = [sum(days, 'helpful'), sum(days, 'unhelpful')];
  const none = words.none;
  return (
    <>
      <Figures
        label={words.label}
        items={[
          [words.questions, format(questions)],
          [words.degraded, questions === 0 ? none : percent(shareOf(sum(days, 'degraded'), questions))],
          [words.helpful, helpful + unhelpful === 0 ? none : percent(shareOf(helpful, helpful + unhelpful))],
          [words.today, words.ofBudget(format(days.at(-1)?.tokens ?? 0), format(budget.per_day))],
        ]}
      />
      <p className={textStyle.quiet}>
        {words.budgets(format(budget.per_person), format(budget.per_address))}{' '}
        {words.connected(
          Object.entries(connected)
            .filter(([, isConnected]) => isConnected)
            .map(([part]) => words.parts[part as keyof typeof connected]),
        )}
      </p>
    </>
  );
}

const timesOf = (days: readonly Day[]) => days.map(({ day }) => day.slice(5));

function QuestionChart({ days }: { days: readonly Day[] }) {
  const { figures: words } = usePageWords(assistantAdminWords);
  const format = useNumber();
  return (
    <BarChart
      title={words.byDay}
      times={timesOf(days)}
      series={[
        { label: words.questions, tone: 'first', values: days.map((day) => day.questions) },
        { label: words.degradedAnswers, tone: 'bad', values: days.map((day) => day.degraded) },
      ]}
      format={format}
      summary={words.byDaySummary(format(sum(days, 'questions')), format(sum(days, 'degraded')))}
      quiet={words.quiet}
    />
  );
}

function WaitChart({ days }: { days: readonly Day[] }) {
  const { figures: words } = usePageWords(assistantAdminWords);
  const format = useNumber();
  const seconds = (ms: number | null) => (ms ?? 0) / 1000;
  return (
    <LineChart
      title={words.wait}
      times={timesOf(days)}
      isThere={days.map((day) => day.half_within_ms !== null)}
      series={[
        { label: words.half, tone: 'first', values: days.map((day) => seconds(day.half_within_ms)) },
        {
          label: words.most,
          tone: 'second',
          isDashed: true,
          values: days.map((day) => seconds(day.most_within_ms)),
        },
      ]}
      format={(value) => words.seconds(format(value))}
      summary={words.waitSummary}
      quiet={words.quiet}
    />
  );
}

function TokenChart({ data: { days, budget } }: { data: AssistantFigures }) {
  const { figures: words } = usePageWords(assistantAdminWords);
  const format = useNumber();
  return (
    <BarChart
      title={words.tokens}
      times={timesOf(days)}
      series={[{ label: words.tokens, tone: 'second', values: days.map((day) => day.tokens) }]}
      format={format}
      summary={words.tokensSummary(format(sum(days, 'tokens')), format(budget.per_day))}
      quiet={words.quiet}
    />
  );
}

function HelpfulChart({ days }: { days: readonly Day[] }) {
  const { figures: words } = usePageWords(assistantAdminWords);
  const format = useNumber();
  const [helpful, all] = [sum(days, 'helpful'), sum(days, 'helpful') + sum(days, 'unhelpful')];
  const overall = percent(shareOf(helpful, all));
  return (
    <LineChart
      title={words.helpful}
      times={timesOf(days)}
      isThere={days.map((day) => day.helpful + day.unhelpful > 0)}
      series={[
        {
          label: words.helpful,
          tone: 'first',
          values: days.map((day) => shareOf(day.helpful, day.helpful + day.unhelpful)),
          overall,
        },
      ]}
      format={percent}
      summary={words.helpfulSummary(overall, format(all))}
      quiet={words.noFeedback}
    />
  );
}
