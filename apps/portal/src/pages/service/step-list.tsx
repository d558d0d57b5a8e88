import { Link } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './step-list.module.css';
import type { Step } from './steps.ts';
import { serviceWords } from './words.ts';

/** The progress of an application. Earlier pages are links, because the later ones may depend on their answers. */
export function StepList({ steps, current }: { steps: readonly Step[]; current: Step }) {
  const { steps: words } = usePageWords(serviceWords);
  const index = steps.indexOf(current);
  return (
    <nav aria-label={words.label}>
      <ol className={classes.steps} data-testid="steps">
        {steps.map((step, at) => (
          <li
            key={step.key}
            aria-current={step === current ? 'step' : undefined}
            data-done={at < index || undefined}
          >
            {at < index ? <Link to={`?step=${step.key}`}>{step.title}</Link> : <span>{step.title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
