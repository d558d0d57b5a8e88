import { usePageWords } from '../../i18n/provider.tsx';
import classes from './chart.module.css';
import { ChartFrame, type ChartProps } from './chart.tsx';
import { chartWords } from './words.ts';

/** Of each stretch of time this much is bar and the rest is gap. */
const BAR = 0.78;

/** Counts of stretches of time. Several series stand in front of one another, the largest first. */
export function BarChart(props: ChartProps) {
  const words = usePageWords(chartWords);
  const width = 100 / Math.max(1, props.times.length);
  return (
    <ChartFrame
      {...props}
      locate={(share) => Math.floor(share * props.times.length)}
      sumUp={(values) => words.total(props.format(values.reduce((sum, value) => sum + value, 0)))}
      middle={(index) => (index + 0.5) * width}
      draw={(place) =>
        props.series.map(({ label, tone, values }) => (
          <g key={label} className={classes[tone]} fill="currentColor">
            {values.map((value, index) =>
              value > 0 ? (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
                  key={index}
                  x={index * width + (width * (1 - BAR)) / 2}
                  width={width * BAR}
                  y={place(value)}
                  height={100 - place(value)}
                />
              ) : null,
            )}
          </g>
        ))
      }
    />
  );
}
