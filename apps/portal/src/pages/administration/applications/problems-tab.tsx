import { useQuery } from '@tanstack/react-query';
import { type Application, type Problem, problemsQuery } from '../../../api/applications.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { adviseOn } from '../../../features/oauth-clients/problem-advice.ts';
import { problemWords } from '../../../features/oauth-clients/problem-words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { EmptyState, Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { CheckPart } from './check-part.tsx';

export function ProblemsTab({ application }: { application: Application }) {
  const words = usePageWords(problemWords);
  // Read again each time the tab opens: a developer looks here right after a failed attempt.
  const query = useQuery({ ...problemsQuery(application.id), staleTime: 0 });
  return (
    <>
      <CheckPart application={application} />
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
