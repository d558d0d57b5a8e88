import type { ReactNode } from 'react';
import sectionStyle from './section.module.css';

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
      className={sectionStyle.section}
      id={id}
      aria-labelledby={`${id}-title`}
      data-testid={`section-${id}`}
    >
      <div className={sectionStyle.sectionHead}>
        <div>
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {lead ? <p className={sectionStyle.lead}>{lead}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Moves the focus here after the focused element was removed. */
export function focusSection(id: string): void {
  document.getElementById(`${id}-title`)?.focus();
}
