import type { ReactNode } from 'react';
import classes from './parts.module.css';

interface SectionProps {
  id: string;
  title: string;
  lead?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, lead, action, children }: SectionProps) {
  return (
    <section
      className={classes.section}
      id={id}
      aria-labelledby={`${id}-title`}
      data-testid={`section-${id}`}
    >
      <div className={classes.sectionHead}>
        <div>
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** After something on which the focus stood has gone. */
export function focusSection(id: string): void {
  document.getElementById(`${id}-title`)?.focus();
}

export function Empty({ icon, title, text }: { icon: ReactNode; title: string; text?: string }) {
  return (
    <div className={classes.empty} data-testid="empty">
      {icon}
      <p>{title}</p>
      {text ? <p className={classes.quiet}>{text}</p> : null}
    </div>
  );
}
