import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './chart.module.css';
import { findTop, listTicks, placeValue } from './scale.ts';
import { chartWords } from './words.ts';

export type Tone = 'first' | 'second' | 'bad';

export interface Series {
  label: string;
  tone: Tone;
  values: readonly number[];
  /** A second line also has another stroke, for people who cannot distinguish the colours. */
  isDashed?: boolean;
  /** Shown beside the label without a pointer, where neither a sum nor a maximum says anything. */
  overall?: string;
}

export interface ChartProps {
  title: string;
  /** One label per value, short enough for an axis. */
  times: readonly string[];
  series: readonly Series[];
  format(value: number): string;
  /** Text alternative of the chart for screen readers. */
  summary: string;
  /** Shown instead of the chart if there is nothing to show. */
  quiet?: string;
  /** False where nothing was measured; by default, where every value is zero. */
  isThere?: readonly boolean[];
}

interface FrameProps extends ChartProps {
  /** Drawn on 100 by 100 units and stretched to the available space. */
  draw(place: (value: number) => number): ReactNode;
  /** Maps the pointer's share of the width to the index of a value. */
  locate(share: number): number;
  /** The centre of a value on a width of 100. */
  middle(index: number): number;
  /** Shown beside a label without a pointer. */
  sumUp(values: readonly number[]): string;
}

/** The parts of every chart: title, legend that also shows values, axis, and the same figures as a table. */
export function ChartFrame(props: FrameProps) {
  const { title, times, series, format, summary, draw, locate, middle, sumUp } = props;
  const words = usePageWords(chartWords);
  const titleId = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const largest = Math.max(0, ...series.flatMap(({ values }) => values));
  const top = findTop(largest);
  const ticks = listTicks(top);
  const isThere =
    props.isThere ?? times.map((_, index) => series.some(({ values }) => (values[index] ?? 0) > 0));
  const isQuiet = !isThere.includes(true);
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = locate((event.clientX - left) / Math.max(1, width));
    setPointed(Math.min(times.length - 1, Math.max(0, index)));
  };
  return (
    <figure className={classes.chart} aria-labelledby={titleId} data-testid="chart">
      <figcaption className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        <ul className={classes.legend}>
          {pointed === null ? null : <li>{times[pointed]}</li>}
          {series.map(({ label, tone, values, isDashed, overall }) => (
            <li key={label}>
              <Swatch tone={tone} isDashed={isDashed ?? false} />
              {label}: <b>{pointed === null ? (overall ?? sumUp(values)) : format(values[pointed] ?? 0)}</b>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={classes.plot}>
        <div className={classes.ticks} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <div className={classes.area} onPointerMove={follow} onPointerLeave={() => setPointed(null)}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={summary}>
            {ticks.map((tick) => (
              <line
                key={tick}
                className={classes.grid}
                x1="0"
                x2="100"
                y1={placeValue(tick, top)}
                y2={placeValue(tick, top)}
              />
            ))}
            {draw((value) => placeValue(value, top))}
            {pointed === null ? null : (
              <line className={classes.marker} x1={middle(pointed)} x2={middle(pointed)} y1="0" y2="100" />
            )}
          </svg>
          {isQuiet ? <p className={classes.quiet}>{props.quiet ?? words.quiet}</p> : null}
        </div>
        <div className={classes.times} aria-hidden="true">
          <span>{times[0]}</span>
          <span>{times[Math.floor(times.length / 2)]}</span>
          <span>{times.at(-1)}</span>
        </div>
      </div>
      {isQuiet ? null : (
        <FigureTable title={title} times={times} series={series} format={format} isThere={isThere} />
      )}
    </figure>
  );
}

function Swatch({ tone, isDashed }: { tone: Tone; isDashed: boolean }) {
  return (
    <svg viewBox="0 0 14 14" className={`${classes.swatch} ${classes[tone]}`} aria-hidden="true">
      <path
        d="M0 7h14"
        stroke="currentColor"
        strokeWidth="3"
        className={isDashed ? classes.dashed : undefined}
      />
    </svg>
  );
}

type TableProps = Pick<ChartProps, 'title' | 'times' | 'series' | 'format'> & {
  isThere: readonly boolean[];
};

/** Skips periods without a measurement, because a long day of zeros carries no information. */
function FigureTable({ title, times, series, format, isThere }: TableProps) {
  const words = usePageWords(chartWords);
  const rows = times
    .map((time, index) => ({ time, index, values: series.map(({ values }) => values[index] ?? 0) }))
    .filter(({ index }) => isThere[index]);
  return (
    <details className={classes.table}>
      <summary>{words.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, index, values }) => (
              <tr key={index}>
                <th scope="row">{time}</th>
                {values.map((value, at) => (
                  <td key={series[at]?.label}>{format(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
