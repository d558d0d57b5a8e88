import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import {
  pausePlatform,
  RELAY_KEY,
  type RelayPlatform,
  type RelayTest,
  testPlatform,
} from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import formStyle from '../../ui/forms/form.module.css';
import layoutStyle from '../../ui/layout.module.css';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { platformWords } from './platform-words.ts';
import classes from './request.module.css';
import { sayProblem } from './timeline.ts';
import { relayWords } from './words.ts';

/** Test, pause and resume. */
export function ConnectionPart({ platform }: { platform: RelayPlatform }) {
  const words = usePageWords(platformWords);
  const client = useQueryClient();
  const titleId = useId();
  const test = useMutation({ mutationFn: () => testPlatform(platform.id) });
  const pause = useMutation({
    mutationFn: (paused: boolean) => pausePlatform(platform.id, paused),
    onSuccess: () => client.invalidateQueries({ queryKey: RELAY_KEY }),
  });
  return (
    <section className={layoutStyle.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.connection}</h3>
      <p className={textStyle.quiet}>{words.testHint}</p>
      <div className={formStyle.actions}>
        <Button loading={test.isPending} data-testid="test-platform" onClick={() => test.mutate()}>
          {words.test}
        </Button>
        <Button
          variant="default"
          loading={pause.isPending}
          data-testid="pause-platform"
          onClick={() => pause.mutate(!platform.paused)}
        >
          {platform.paused ? words.resume : words.pause}
        </Button>
      </div>
      <div role="status" data-testid="test-result">
        {test.data && !test.isPending ? <TestResult result={test.data} /> : null}
      </div>
      <ActionFailure error={test.error} />
      <Done testId="paused">
        {pause.isSuccess ? (pause.variables ? words.pausedNow : words.resumed) : null}
      </Done>
      <ActionFailure error={pause.error} />
    </section>
  );
}

function TestResult({ result }: { result: RelayTest }) {
  const words = usePageWords(platformWords);
  const shared = usePageWords(relayWords);
  const format = useNumber();
  const took = shared.ms(format(result.duration_ms));
  return (
    <div className={noteStyle.note} data-tone={result.ok ? 'good' : 'bad'}>
      <p>
        {result.status === null
          ? words.testFailed(sayProblem(result, shared))
          : (result.ok ? words.testOk : words.testRefused)(result.status, took)}
      </p>
      {result.status === null ? null : <p>{result.receipt_keys ? words.testKeys : words.testNoKeys}</p>}
      {result.answer && !result.ok ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1)
        <section className={classes.begins} tabIndex={0} aria-label={words.answerBegins}>
          <pre className={textStyle.pre}>{result.answer}</pre>
        </section>
      ) : null}
    </div>
  );
}
