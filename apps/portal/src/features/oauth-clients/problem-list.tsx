import { useQuery } from '@tanstack/react-query';
import { type Problem, problemsQuery, type Side } from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './oauth-clients.module.css';
import { adviseOn } from './problem-advice.ts';
import { problemWords } from './problem-words.ts';

/** Requests that the provider refused, by reason, with advice. */
export function ProblemList({ side, id }: { side: Side; id: string }) {
  const words = usePageWords(problemWords);
  // Read again each time the list opens: a developer looks here right after a failed attempt.
  const query = useQuery({ ...problemsQuery(side, id), staleTime: 0 });
  return (
    <>
      <p>{words.lead}</p>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
          ) : (
            <ul className={classes.problems}>
              {items.map((problem) => (
                <Refusal
                  key={[problem.endpoint, problem.error, problem.description].join(' ')}
                  problem={problem}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Refusal({ problem }: { problem: Problem }) {
  const words = usePageWords(problemWords);
  const advice = adviseOn(problem);
  return (
    <li data-testid="problem">
      <p className={classes.problemHead}>
        <strong>{words.endpoints[problem.endpoint] ?? problem.endpoint}</strong>
        <span className={textStyle.code}>{problem.error}</span>
        <span>{words.times(problem.count)}</span>
      </p>
      {advice ? <p>{words.advice[advice]}</p> : null}
      <p className={classes.hint}>{problem.description}</p>
      <p className={classes.hint}>
        {words.last}: <Moment at={problem.last_at} />
        {problem.count > 1 ? (
          <>
            {' · '}
            {words.first}: <Moment at={problem.first_at} />
          </>
        ) : null}
      </p>
    </li>
  );
}
