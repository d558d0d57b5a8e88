import type { ReactNode } from 'react';
import classes from './sign-in.module.css';

interface TimedFrameProps {
  children: ReactNode;
  /** Share of the time left, from 1 to 0; null draws no ring. */
  share: number | null;
}

/** A square of constant size, so that no state shifts the page, with a ring that shows the time left. */
export function TimedFrame({ children, share }: TimedFrameProps) {
  return (
    <div className={classes.frame}>
      {share === null ? null : (
        <svg className={classes.ring} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
          <rect x="1" y="1" width="98" height="98" rx="7" className={classes.ringTrack} />
          <rect
            x="1"
            y="1"
            width="98"
            height="98"
            rx="7"
            pathLength="100"
            className={classes.ringTime}
            data-low={share < 0.2 || undefined}
            strokeDasharray="100"
            strokeDashoffset={100 - share * 100}
          />
        </svg>
      )}
      <div className={classes.frameInner}>{children}</div>
    </div>
  );
}
