import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { acceptDevice, type DeviceRequest, findDevice, rejectDevice } from '../../api/provider.ts';
import { optionalSessionQuery, type User } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { Answers, ScopeList } from './decision-parts.tsx';
import { deviceWords } from './device-words.ts';
import classes from './oauth.module.css';
import { Card, Failure, SignInHere } from './parts.tsx';

/** A device without a keyboard shows a code; its owner types it here (RFC 8628). */
export function DevicePage() {
  const words = usePageWords(deviceWords);
  const given = useSearchParams()[0].get('user_code') ?? '';
  const session = useQuery(optionalSessionQuery);
  usePageTitle(words.title);
  if (session.isPending) return <Loading />;
  const user = session.data?.user;
  if (!user)
    return (
      <Card testId="device-sign-in">
        <PageHeading>{words.title}</PageHeading>
        <p className={classes.lead}>{words.signInLead}</p>
        <SignInHere next={given === '' ? '/device' : `/device?user_code=${encodeURIComponent(given)}`} />
      </Card>
    );
  return <Steps given={given} user={user} />;
}

type Decided = { verdict: 'allowed' | 'refused'; app: string };

function Steps({ given, user }: { given: string; user: User }) {
  const words = usePageWords(deviceWords);
  const [code, setCode] = useState(given);
  const [isEmpty, setIsEmpty] = useState(false);
  const [decided, setDecided] = useState<Decided | null>(null);
  const find = useMutation({ mutationFn: findDevice });
  if (decided)
    return (
      <Card testId={`device-${decided.verdict}`}>
        <PageHeading>{words[decided.verdict](decided.app)}</PageHeading>
        <p className={classes.lead}>
          {decided.verdict === 'allowed' ? words.allowedText : words.refusedText}
        </p>
      </Card>
    );
  if (find.data)
    return <Decision code={code} asked={find.data} user={user} onDecided={setDecided} onBack={find.reset} />;
  const failure = readFailure(find.error);
  const isWrong = failure.kind === 'invalid' || (failure.kind === 'refused' && failure.status === 404);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsEmpty(code.trim() === '');
    if (code.trim() !== '') find.mutate(code.trim());
  };
  return (
    <Card testId="device-code">
      <PageHeading>{words.title}</PageHeading>
      <p className={classes.lead}>{given === '' ? words.codeLead : words.codeGivenLead}</p>
      <form className={classes.stack} onSubmit={submit} noValidate>
        <TextInput
          label={words.code}
          description={words.codeHint}
          size="lg"
          value={code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-testid="user-code"
          error={isEmpty ? words.empty : find.isError && isWrong ? words.wrong : null}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {find.isError && !isWrong ? <Failure error={find.error} /> : null}
        <Button type="submit" size="md" loading={find.isPending} data-testid="continue">
          {words.next}
        </Button>
      </form>
    </Card>
  );
}

interface DecisionProps {
  code: string;
  asked: DeviceRequest;
  user: User;
  onDecided(decided: Decided): void;
  onBack(): void;
}

function Decision({ code, asked, user, onDecided, onBack }: DecisionProps) {
  const words = usePageWords(deviceWords);
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = asked.requested_scope.filter((scope) => !left.includes(scope));
  const app = asked.client_name;
  const accept = useMutation({
    mutationFn: () => acceptDevice(code, chosen),
    onSuccess: () => onDecided({ verdict: 'allowed', app }),
  });
  const reject = useMutation({
    mutationFn: () => rejectDevice(code),
    onSuccess: () => onDecided({ verdict: 'refused', app }),
  });
  const isBusy = accept.isPending || reject.isPending;
  return (
    <Card testId="device-decision">
      <PageHeading>{words.heading(app)}</PageHeading>
      <p className={classes.lead}>{words.lead(user.full_name)}</p>
      <p className={classes.notice} data-testid="device-warning">
        <IconAlertTriangle size={18} aria-hidden="true" /> {words.warning}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{words.code}</dt>
          <dd>
            <code>{code.toUpperCase()}</code>
          </dd>
        </div>
        <div>
          <dt>{words.device}</dt>
          <dd>{asked.device.user_agent || words.unknownDevice}</dd>
        </div>
        <div>
          <dt>{words.address}</dt>
          <dd>{asked.device.ip}</dd>
        </div>
      </dl>
      <ScopeList asked={asked} user={user} left={left} onLeave={setLeft} />
      <p className={classes.after}>{words.after(app)}</p>
      <Failure error={accept.error ?? reject.error} />
      <Answers
        words={words}
        isBusy={isBusy}
        deny={{ isRunning: reject.isPending, run: reject.mutate }}
        allow={{ isRunning: accept.isPending, run: accept.mutate }}
      />
      <button type="button" className={classes.textButton} disabled={isBusy} onClick={onBack}>
        {words.back}
      </button>
    </Card>
  );
}
