import { usePageWords } from '../../i18n/provider.tsx';
import classes from './chart.module.css';
import { ChartFrame, type ChartProps } from './chart.tsx';
import { findRuns } from './scale.ts';
import { chartWords } from './words.ts';

interface LineChartProps extends ChartProps {
  /** False where nothing was measured; the line is broken there. */
  isThere: readonly boolean[];
}

export function LineChart(props: LineChartProps) {
  const words = usePageWords(chartWords);
  const width = 100 / Math.max(1, props.times.length);
  const middle = (index: number) => (index + 0.5) * width;
  const runs = findRuns(props.isThere);
  return (
    <ChartFrame
      {...props}
      locate={(share) => Math.floor(share * props.times.length)}
      sumUp={(values) => words.largest(props.format(Math.max(0, ...values)))}
      middle={middle}
      draw={(place) =>
        props.series.map(({ label, tone, values, isDashed }) => (
          <g key={label} className={classes[tone]} stroke="currentColor">
            {runs.map(({ from, to }) => {
              const points = values.slice(from, to + 1).map((value, at) => [middle(from + at), place(value)]);
              const [x = 0, y = 0] = points[0] ?? [];
              // A single point has no length, so a short stroke makes it visible.
              const path =
                from === to
                  ? `M${x - width / 3} ${y}h${(width * 2) / 3}`
                  : `M${points.map(([px, py]) => `${px} ${py}`).join('L')}`;
              return (
                <path key={from} d={path} className={`${classes.line} ${isDashed ? classes.dashed : ''}`} />
              );
            })}
          </g>
        ))
      }
    />
  );
}
