import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type Application,
  addRedirectUri,
  applicationQuery,
  ownedApplicationQuery,
  type Side,
  usesSecret,
} from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure, LoadFailure, LoadingRows } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './oauth-clients.module.css';
import { providerQuery } from './provider-query.ts';
import {
  type Attempt,
  buildTryAddress,
  findObstacle,
  type Outcome,
  prepareAttempt,
  TRY_CHANNEL,
  type TryMessage,
} from './try-sign-in.ts';
import { applicationsWords } from './words.ts';

type Provider = Parameters<typeof prepareAttempt>[0];

interface TryProps {
  application: Application;
  side: Side;
}

export function TryTab({ application, side }: TryProps) {
  const { try: words, connect } = usePageWords(applicationsWords);
  const { data: provider, error, isPending, refetch } = useQuery(providerQuery);
  if (isPending) return <LoadingRows />;
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  const obstacle = findObstacle(application);
  const note = provider ? obstacle && words.obstacles[obstacle] : connect.off;
  return (
    <>
      <p>{words.lead}</p>
      {note || !provider ? (
        <p className={noteStyle.note} data-tone="warn">
          {note}
        </p>
      ) : application.redirect_uris.includes(buildTryAddress()) ? (
        <TryForm application={application} provider={provider} />
      ) : (
        <AddAddress application={application} side={side} />
      )}
    </>
  );
}

function AddAddress({ application, side }: TryProps) {
  const { try: words } = usePageWords(applicationsWords);
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => addRedirectUri(side, application, buildTryAddress()),
    onSuccess: (saved) =>
      side === 'manager'
        ? client.setQueryData(applicationQuery(application.id).queryKey, saved)
        : client.setQueryData(ownedApplicationQuery(application.id).queryKey, saved),
  });
  // An approved application is changed by managers alone.
  const canAdd = side === 'manager' || application.stage === 'trial';
  return (
    <div className={formStyle.form}>
      <p>{words.missing}</p>
      <p className={classes.value}>{buildTryAddress()}</p>
      <ActionFailure error={add.error} />
      {canAdd ? (
        <div>
          <Button loading={add.isPending} data-testid="add-try-address" onClick={() => add.mutate()}>
            {words.add}
          </Button>
        </div>
      ) : (
        <p>{words.askManager}</p>
      )}
    </div>
  );
}

type Step = { kind: 'ready' } | { kind: 'waiting' } | { kind: 'working' } | Outcome;

function TryForm({ application, provider }: { application: Application; provider: Provider }) {
  const { try: words } = usePageWords(applicationsWords);
  const offered = application.scopes;
  const [scopes, setScopes] = useState<readonly string[]>(
    offered.filter((scope) => ['openid', 'profile', 'email'].includes(scope)),
  );
  const [secret, setSecret] = useState('');
  const [step, setStep] = useState<Step>({ kind: 'ready' });
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const needsSecret = usesSecret(application);
  const isOver = step.kind === 'done' || step.kind === 'failed';

  // Prepared in advance, so that the button is a plain link and no browser blocks it as a pop-up. Each attempt works
  // once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome triggers a new attempt
  useEffect(() => {
    let isCurrent = true;
    void prepareAttempt(provider, application, scopes).then((prepared) => {
      if (isCurrent) setAttempt(prepared);
    });
    return () => {
      isCurrent = false;
    };
  }, [provider, application, scopes, isOver]);

  useEffect(() => {
    if (!attempt) return;
    const channel = new BroadcastChannel(TRY_CHANNEL);
    channel.onmessage = async ({ data }: MessageEvent<TryMessage>) => {
      if (data.kind !== 'returned' || new URLSearchParams(data.search).get('state') !== attempt.state) return;
      channel.postMessage({ kind: 'taken', state: attempt.state } satisfies TryMessage);
      setStep({ kind: 'working' });
      setStep(await attempt.finish(data.search, secret));
    };
    return () => channel.close();
  }, [attempt, secret]);

  return (
    <>
      <div className={formStyle.form}>
        <fieldset className={formStyle.group}>
          <legend>{words.scopes}</legend>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              checked={scopes.includes(scope)}
              disabled={scope === 'openid'}
              onChange={() =>
                setScopes(
                  scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope],
                )
              }
            />
          ))}
        </fieldset>
        {needsSecret ? (
          <TextInput
            type="password"
            label={words.secret}
            description={words.secretHint}
            value={secret}
            autoComplete="off"
            data-testid="try-secret"
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        ) : null}
        <div>
          {attempt && (!needsSecret || secret !== '') ? (
            <Button
              component="a"
              href={attempt.url}
              target="_blank"
              rel="noopener"
              data-testid="try"
              onClick={() => setStep({ kind: 'waiting' })}
            >
              {words.start} ({words.newWindow})
            </Button>
          ) : (
            <Button disabled data-testid="try-disabled">
              {words.start}
            </Button>
          )}
        </div>
      </div>
      <TryOutcome step={step} />
    </>
  );
}

function TryOutcome({ step }: { step: Step }) {
  const { try: words } = usePageWords(applicationsWords);
  const tone = step.kind === 'done' ? 'good' : step.kind === 'failed' ? 'bad' : undefined;
  const text = {
    ready: '',
    waiting: words.waiting,
    working: words.working,
    done: words.done,
    failed: step.kind === 'failed' && step.code === 'access_denied' ? words.denied : words.failed,
  }[step.kind];
  return (
    <>
      <div role="status" data-testid="try-status" data-step={step.kind}>
        {text ? (
          <div className={noteStyle.note} data-tone={tone}>
            <p>{text}</p>
            {step.kind === 'failed' && step.code !== 'access_denied' ? (
              <p className={textStyle.code}>
                {step.code} {step.detail}
              </p>
            ) : null}
          </div>
        ) : null}
      </div>
      {step.kind === 'done' ? (
        <>
          <p>
            {words.granted}: <span className={textStyle.code}>{step.scope}</span>
          </p>
          <Claims title={words.idToken} claims={step.idToken} />
          <Claims title={words.userinfo} claims={step.userinfo} />
        </>
      ) : null}
    </>
  );
}

function Claims({ title, claims }: { title: string; claims: Record<string, unknown> }) {
  return (
    <table className={classes.claims} data-testid="claims">
      <caption>{title}</caption>
      <tbody>
        {Object.entries(claims).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
