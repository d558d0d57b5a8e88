import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CallFailure, callGateway, type GatewayAnswer, type GatewayRequest } from '../../api/gateway-call.ts';
import type { Operation } from '../../api/service-docs.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import { Failed } from '../../ui/states/states.tsx';
import classes from './service-docs.module.css';
import { serviceWords } from './service-words.ts';
import { buildRequest, keyOf, writeCurl } from './try-request.ts';

interface TryOutProps {
  service: string;
  operation: Operation;
  token: string;
}

export function TryOut({ service, operation, token }: TryOutProps) {
  const { try: words, places } = usePageWords(serviceWords);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(operation.parameters.map((each) => [keyOf(each), each.required ? each.example : ''])),
  );
  const [body, setBody] = useState(operation.body?.example ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const call = useMutation({ mutationFn: (request: GatewayRequest) => callGateway(request, token) });
  const request = buildRequest(window.location.origin, service, operation, { values, body });
  const missing = operation.parameters.find((each) => each.required && !values[keyOf(each)]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    call.reset();
    const found =
      token === ''
        ? words.noToken
        : missing
          ? words.missing(missing.name)
          : request === null
            ? words.leaves
            : null;
    setFault(found);
    if (found === null && request) call.mutate(request);
  };
  const failure = call.error instanceof CallFailure ? call.error.reason : 'unreachable';

  return (
    <form className={`${formStyle.form} ${classes.trial}`} onSubmit={send} noValidate data-testid="trial">
      {operation.method === 'get' || operation.method === 'head' ? null : <p>{words.warning}</p>}
      {operation.parameters.map((each) => (
        <TextInput
          key={keyOf(each)}
          label={`${each.name} (${places[each.in]})`}
          withAsterisk={each.required}
          value={values[keyOf(each)] ?? ''}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          data-testid={`try-${each.name}`}
          onChange={(event) => setValues({ ...values, [keyOf(each)]: event.currentTarget.value })}
        />
      ))}
      {operation.body ? (
        <Textarea
          label={words.body}
          value={body}
          rows={8}
          maxLength={100_000}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.text ?? '' }}
          data-testid="try-body"
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      ) : null}
      {request ? <Snippet file={words.request} text={writeCurl(request)} /> : null}
      <Failed text={fault ?? (call.error ? words.failures[failure] : null)} testId="try-fault" />
      <div>
        <Button type="submit" loading={call.isPending} data-testid="try-send">
          {words.send}
        </Button>
      </div>
      <div aria-live="polite">{call.data ? <Answer answer={call.data} /> : null}</div>
    </form>
  );
}

function Answer({ answer }: { answer: GatewayAnswer }) {
  const { try: words } = usePageWords(serviceWords);
  return (
    <div className={classes.answer} data-testid="answer">
      <p>
        <strong>{words.answer(answer.status, answer.milliseconds)}</strong>
      </p>
      <Snippet
        file={words.headers}
        text={answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      {answer.body === '' ? <p>{words.noBody}</p> : <Snippet file={words.answerBody} text={answer.body} />}
      {answer.isCut ? <p>{words.cut}</p> : null}
    </div>
  );
}
