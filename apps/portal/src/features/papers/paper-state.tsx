import type { Paper } from '../../api/gov.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './papers.module.css';
import { paperWords } from './words.ts';

interface PaperStateProps {
  paper: Pick<Paper, 'state' | 'reason'>;
  /** An applicant is told what to do about it, an officer why the paper does not open. */
  reader: 'applicant' | 'officer';
}

/** What the virus scanner says about a paper; nothing about one that is ready. */
export function PaperState({ paper, reader }: PaperStateProps) {
  const words = usePageWords(paperWords);
  const { waiting, infected, unscannable } = reader === 'officer' ? words.officerStates : words.states;
  if (paper.state === 'ready') return null;
  const text = { waiting, infected: infected(paper.reason ?? ''), unscannable }[paper.state];
  return (
    <span
      className={paper.state === 'waiting' ? classes.waiting : classes.withheld}
      data-testid={`paper-${paper.state}`}
    >
      {text}
    </span>
  );
}

/** The applicant opens everything but an infected paper, others what was found clean. */
export const canOpen = (paper: Pick<Paper, 'state'>, reader: PaperStateProps['reader']): boolean =>
  reader === 'officer' ? paper.state === 'ready' : paper.state !== 'infected';
