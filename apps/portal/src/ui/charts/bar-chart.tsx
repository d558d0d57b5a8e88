import { usePageWords } from '../../i18n/provider.tsx';
import classes from './chart.module.css';
import { ChartFrame, type ChartProps } from './chart.tsx';
import { chartWords } from './words.ts';

/** The bar's share of each period; the rest is gap. */
const BAR = 0.78;

/** Counts per period. Several series overlap, the largest behind. */
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the bar's period
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
