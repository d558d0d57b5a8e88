import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface FiguresProps {
  label: string;
  items: readonly (readonly [string, ReactNode])[];
}

/** Large numbers with their names below. */
export function Figures({ label, items }: FiguresProps) {
  return (
    <section aria-label={label}>
      <p className={classes.label}>{label}</p>
      <dl className={classes.figures} data-testid="figures">
        {items.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
