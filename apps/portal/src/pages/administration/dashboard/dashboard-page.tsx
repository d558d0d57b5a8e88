import { useQuery } from '@tanstack/react-query';
import { type DashboardFigures, dashboardQuery, PERIODS } from '../../../api/dashboard.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import pageStyle from '../../../ui/page/list-page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { usePeriod } from '../../../ui/page/use-period.tsx';
import { Loaded } from '../../../ui/states/states.tsx';
import { CaseFigures } from './case-figures.tsx';
import classes from './dashboard.module.css';
import { FailureFigures } from './failure-figures.tsx';
import { PeopleFigures } from './people-figures.tsx';
import { TrafficFigures } from './traffic-figures.tsx';
import { dashboardWords } from './words.ts';

/** The platform in numbers; each part is there for those who may open its list. */
export function DashboardPage() {
  const words = usePageWords(dashboardWords);
  const { period, select } = usePeriod({ name: 'period', periods: PERIODS, usual: '7d', words });
  const query = useQuery(dashboardQuery(period));
  return (
    <div className={pageStyle.page}>
      <PageHead isDense title={words.title} lead={words.lead} action={select} />
      <Loaded query={query}>
        {(figures: DashboardFigures) => (
          <div className={classes.stack} data-testid="dashboard" data-period={figures.period}>
            <PeopleFigures figures={figures} />
            <CaseFigures figures={figures} />
            <TrafficFigures figures={figures} />
            <FailureFigures figures={figures} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
