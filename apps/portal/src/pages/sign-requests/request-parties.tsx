import type { SignRequest, SignRequestParty } from '../../api/sign-requests.ts';
import { LevelBadge } from '../../features/signing/level-note.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import textStyle from '../../ui/text.module.css';
import { requestWords } from './request-words.ts';
import classes from './sign-requests.module.css';

const TONES = { pending: 'wait', signed: 'good', declined: 'bad' } as const;

export function RequestParties({ request }: { request: SignRequest }) {
  return (
    <ol className={classes.parties}>
      {request.parties.map((party) => (
        <Party key={party.id} party={party} />
      ))}
    </ol>
  );
}

function Party({ party }: { party: SignRequestParty }) {
  const { language } = useLanguage();
  const words = usePageWords(requestWords);
  const small = `${textStyle.quiet} ${textStyle.small}`;
  const { state, seen_at: seenAt, settled_at: settledAt } = party;
  return (
    <li className={classes.party} data-testid="party" data-state={state}>
      <p className={classes.partyName}>
        <span>
          {party.name === '' ? words.party(party.place) : party.name}
          {party.is_me ? ` (${words.me})` : ''}
        </span>
        <Badge tone={TONES[state]}>{words.partyStates[state]}</Badge>
      </p>
      <p className={small}>{party.register}</p>
      {party.organisation ? <p>{words.behalf(party.organisation)}</p> : null}
      {party.reason ? <p className={classes.said}>{words.reason(party.reason)}</p> : null}
      {party.level ? (
        <p>
          <LevelBadge level={party.level} target={party.shortfall ? 'B-LTA' : party.level} />
        </p>
      ) : null}
      {settledAt ? <p className={small}>{words.settled(formatDateTime(settledAt, language))}</p> : null}
      {seenAt && !settledAt ? <p className={small}>{words.seen(formatDateTime(seenAt, language))}</p> : null}
    </li>
  );
}
