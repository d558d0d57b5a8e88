import type { Level } from '../../api/signing.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import noteStyle from '../../ui/note.module.css';
import { levelWords } from './level-words.ts';

const LEVELS: readonly Level[] = ['B-B', 'B-T', 'B-LT', 'B-LTA'];

export const isBelow = (level: Level, target: Level) => LEVELS.indexOf(level) < LEVELS.indexOf(target);

export function LevelBadge({ level, target = level }: { level: Level; target?: Level | undefined }) {
  const { names } = usePageWords(levelWords);
  return <Badge tone={isBelow(level, target) ? 'warn' : 'good'}>{names[level]}</Badge>;
}

interface LevelNoteProps {
  level: Level;
  target: Level;
  shortfall?: string | undefined;
  /** A kept document is raised by the server. */
  isKept: boolean;
}

/** The level that was reached, and honestly why it is lower than wanted. */
export function LevelNote({ level, target, shortfall = '', isKept }: LevelNoteProps) {
  const words = usePageWords(levelWords);
  const isLower = isBelow(level, target);
  const why = Object.hasOwn(words.shortfalls, shortfall)
    ? words.shortfalls[shortfall]
    : words.shortfalls['other'];
  return (
    <div
      className={noteStyle.note}
      data-tone={isLower ? 'warn' : 'good'}
      data-testid="level"
      data-level={level}
    >
      <p>
        <strong>
          {isLower ? words.lower(words.names[level], words.names[target]) : words.reached(words.names[level])}
        </strong>
      </p>
      <p>{words.means[level]}</p>
      {isLower ? (
        <>
          <p data-testid="shortfall">
            {words.why}: {why}
          </p>
          <p>{isKept ? words.raisedLater : words.keepToRaise}</p>
        </>
      ) : null}
    </div>
  );
}
