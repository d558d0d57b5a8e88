import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { accessQuery } from '../../api/access.ts';
import { fetchMine, type QueueItem, type QueueStats, statsQuery } from '../../api/officer.ts';
import { readDue } from '../../features/cases/due.ts';
import { DueChip } from '../../features/cases/due-chip.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { mayOpen } from '../../shell/may-open.ts';
import { Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { useNow } from '../../ui/use-now.ts';
import classes from './work-home.module.css';
import { workHomeWords } from './work-words.ts';

/** The most urgent first. */
const FIGURES = ['overdue', 'due_today', 'unassigned', 'waiting', 'mine'] as const;
const MOST_SHOWN = 5;

/** What an officer needs at the start of the day: how much is urgent, and the next cases in hand. */
export function WorkHome() {
  const words = usePageWords(workHomeWords);
  const { data: access } = useQuery(accessQuery);
  const stats = useQuery(statsQuery);
  const mine = useQuery({
    queryKey: ['officer', 'mine'],
    queryFn: ({ signal }) => fetchMine(MOST_SHOWN, signal),
    // Every read is recorded in the applicants' access logs, so only a person's action may trigger one.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const leads = mayOpen({ need: 'manager.view' }, access);
  return (
    <>
      <section className={classes.glance} aria-label={words.figures}>
        <Loaded query={stats} lines={2}>
          {(data) => <WorkFigures stats={data} />}
        </Loaded>
      </section>
      <section className={classes.block} aria-labelledby="next-cases">
        <h2 id="next-cases">{words.next}</h2>
        <Loaded query={mine} lines={3}>
          {({ items }) => <NextCases items={items} />}
        </Loaded>
        <div className={classes.ways}>
          {mine.data?.items.length === 0 ? (
            <Button component={Link} to="/officer?view=unassigned" size="md" data-testid="to-new">
              {words.takeNew}
            </Button>
          ) : (
            <Button component={Link} to="/officer" size="md" data-testid="to-desk">
              {words.desk}
            </Button>
          )}
          {leads ? (
            <>
              <Button component={Link} to="/team" size="md" variant="default">
                {words.team}
              </Button>
              <Button component={Link} to="/team/templates" size="md" variant="default">
                {words.templates}
              </Button>
            </>
          ) : null}
        </div>
      </section>
    </>
  );
}

function WorkFigures({ stats }: { stats: QueueStats }) {
  const words = usePageWords(workHomeWords);
  const format = useNumber();
  return (
    <ul className={classes.figures} data-testid="work-figures">
      {FIGURES.map((key) => (
        <li key={key} data-tone={key === 'overdue' && stats.overdue > 0 ? 'bad' : undefined}>
          <Link to={`/officer?view=${key}`} data-testid={`work-${key}`}>
            <b>{format(stats[key])}</b>
            <span>{words[key]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NextCases({ items }: { items: readonly QueueItem[] }) {
  const words = usePageWords(workHomeWords);
  const nowMs = useNow();
  if (items.length === 0)
    return (
      <p className={textStyle.quiet} data-testid="no-cases">
        {words.none}
      </p>
    );
  return (
    <ol className={classes.cases} data-testid="my-cases">
      {items.map((item) => (
        <li key={item.id}>
          <Link to={`/officer?view=mine&case=${item.id}`}>
            <span className={classes.who}>{item.applicant.full_name || words.noName}</span>
            <DueChip due={readDue(item, nowMs)} />
            <span className={classes.what}>
              {item.service_name} · <span className={textStyle.number}>{item.reference_no}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
