import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type Application, provideInfo, timelineQuery } from '../../api/gov.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import parts from '../profile/parts/parts.module.css';
import { Section } from '../profile/parts/section.tsx';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import classes from './applications.module.css';
import { applicationWords } from './words.ts';

/** What the officer asked, and the answer to it. */
export function InfoSection({ application, onDone }: { application: Application; onDone(): void }) {
  const { info: words, codes } = usePageWords(applicationWords);
  const explain = useExplanation('platform', codes);
  const client = useQueryClient();
  const timeline = useQuery(timelineQuery(application.id));
  const asked = timeline.data?.items.findLast((event) => event.type === 'info_requested')?.detail ?? '';
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const answer = useMutation({
    mutationFn: (note: string) => provideInfo(application.id, note),
    onSuccess: () => {
      onDone();
      return client.invalidateQueries({ queryKey: ['gov'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.isPending) return;
    setFault(text.trim() === '' ? words.required : null);
    if (text.trim() === '') field.current?.focus();
    else answer.mutate(text.trim());
  };

  return (
    <Section id="info" title={words.heading} lead={words.lead}>
      {asked ? (
        <div>
          <p className={parts.quiet}>{words.asked}</p>
          <p className={classes.asked} data-testid="asked">
            {asked}
          </p>
        </div>
      ) : null}
      <form className={parts.form} onSubmit={submit} noValidate>
        <Textarea
          ref={field}
          size="md"
          rows={4}
          maxLength={2000}
          label={words.label}
          description={words.hint}
          error={fault}
          value={text}
          data-testid="info-answer"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {answer.error ? (
          <p role="alert" className={parts.failed}>
            {explain(answer.error)}
          </p>
        ) : null}
        <div>
          <Button type="submit" loading={answer.isPending} data-testid="info-send">
            {words.send}
          </Button>
        </div>
      </form>
    </Section>
  );
}
