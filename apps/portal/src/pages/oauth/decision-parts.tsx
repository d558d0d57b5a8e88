import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { User } from '../../api/session.ts';
import { describeScope, isFixedScope, readScopeValues, scopeWords } from '../../features/oauth/scopes.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './oauth.module.css';
import { oauthWords } from './words.ts';

interface ScopeListProps {
  asked: { requested_scope: readonly string[]; subject_type: 'public' | 'pairwise' };
  user: User;
  /** Scopes that the person does not give. */
  left: readonly string[];
  onLeave(left: readonly string[]): void;
}

/** What a client asks for, each with the values that it would get. */
export function ScopeList({ asked, user, left, onLeave }: ScopeListProps) {
  return (
    <div className={classes.scopes}>
      {asked.requested_scope.map((scope) => (
        <ScopeRow
          key={scope}
          scope={scope}
          user={user}
          isPairwise={asked.subject_type === 'pairwise'}
          isChosen={!left.includes(scope)}
          onChoose={(isChosen) =>
            onLeave(isChosen ? left.filter((other) => other !== scope) : [...left, scope])
          }
        />
      ))}
    </div>
  );
}

interface ScopeRowProps {
  scope: string;
  user: User;
  isPairwise: boolean;
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
}

function ScopeRow({ scope, user, isPairwise, isChosen, onChoose }: ScopeRowProps) {
  const { consent: words } = usePageWords(oauthWords);
  const inWords = usePageWords(scopeWords);
  const { title, text } = describeScope(scope, inWords, isPairwise);
  const values = readScopeValues(scope, user, isPairwise);
  const shown = (
    <span className={classes.scopeText}>
      <strong>{title}</strong>
      <span>{isFixedScope(scope) ? `${text} ${words.always}.` : text}</span>
      {values === null ? null : values.length > 0 ? (
        <span className={classes.values}>
          <span className={classes.hidden}>{words.now} </span>
          {values.join(' · ')}
        </span>
      ) : (
        <span className={`${classes.values} ${classes.none}`}>{inWords.missing[scope]}</span>
      )}
    </span>
  );
  if (isFixedScope(scope))
    return (
      <div className={classes.scope} data-testid={`scope-${scope}`}>
        <IconCheck size={21} stroke={2.2} aria-hidden="true" />
        {shown}
      </div>
    );
  return (
    <label className={classes.scope} data-testid={`scope-${scope}`}>
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
      {shown}
    </label>
  );
}

interface Answer {
  isRunning: boolean;
  run(): void;
}

interface AnswersProps {
  words: { deny: string; allow: string };
  isBusy: boolean;
  deny: Answer;
  allow: Answer;
}

/** Both buttons look alike: refusing must not be harder than agreeing. */
export function Answers({ words, isBusy, deny, allow }: AnswersProps) {
  const look = { size: 'md', px: 'xs', variant: 'default', disabled: isBusy } as const;
  return (
    <div className={classes.equal}>
      <Button
        {...look}
        leftSection={<IconX size={18} aria-hidden="true" />}
        loading={deny.isRunning}
        data-testid="deny"
        onClick={deny.run}
      >
        {words.deny}
      </Button>
      <Button
        {...look}
        leftSection={<IconCheck size={18} aria-hidden="true" />}
        loading={allow.isRunning}
        data-testid="allow"
        onClick={allow.run}
      >
        {words.allow}
      </Button>
    </div>
  );
}
