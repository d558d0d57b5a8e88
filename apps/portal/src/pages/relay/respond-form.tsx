import { Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { relayAssignmentsRespondBody } from '../../api/generated/bodies.ts';
import {
  platformsQuery,
  RELAY_KEY,
  type RelayAssignment,
  type RespondBody,
  respond,
} from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import choiceStyle from '../../ui/forms/choice.module.css';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { readContent } from './content.ts';
import { requestWords } from './request-words.ts';

const DECISIONS = ['done', 'rejected'] as const;

interface RespondFormProps {
  assignment: RelayAssignment;
  onClose(): void;
  onDone(isFulfilled: boolean): void;
}

export function RespondForm({ assignment, onClose, onDone }: RespondFormProps) {
  const words = usePageWords(requestWords);
  const client = useQueryClient();
  const { data: platforms = [] } = useQuery(platformsQuery);
  const platform = platforms.find(({ id }) => id === assignment.platform_id);
  const send = useMutation({
    mutationFn: (body: RespondBody) => respond(assignment.id, body),
    onSuccess: async ({ fulfilled }) => {
      onDone(fulfilled);
      await client.invalidateQueries({ queryKey: RELAY_KEY });
    },
  });
  const form = useBodyForm({
    schema: relayAssignmentsRespondBody,
    keepAs: `relay-answer:${assignment.id}`,
    initial: { status: 'done' as (typeof DECISIONS)[number], result: '' },
    toBody: ({ status, result }): RespondBody => {
      const { content } = readContent(result);
      return { status, ...(content === undefined ? {} : { result: content }) };
    },
    check: ({ result }): Record<string, string> =>
      readContent(result).isBroken ? { result: words.brokenJson } : {},
    onSend: send.mutate,
    onChange: send.reset,
    error: send.error,
    isPending: send.isPending,
  });
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="respond-form">
      <RestoredNote form={form} />
      {platform && /^https?:/.test(platform.endpoint_url) ? (
        <p className={textStyle.small}>{words.respondOwn}</p>
      ) : null}
      <fieldset className={choiceStyle.choice}>
        <legend>{words.respondStatus}</legend>
        {DECISIONS.map((decision) => (
          <label key={decision}>
            <input
              type="radio"
              name="status"
              value={decision}
              checked={form.values.status === decision}
              data-testid={`decide-${decision}`}
              onChange={() => form.setFieldValue('status', decision)}
            />
            <span>{words.respondStates[decision]}</span>
          </label>
        ))}
      </fieldset>
      <Textarea
        {...form.field('result')}
        label={words.answer}
        description={words.respondHint}
        autosize
        minRows={3}
        maxRows={12}
        data-testid="respond-result"
      />
      <p className={`${textStyle.quiet} ${textStyle.small}`}>{words.respondOnce}</p>
      <ActionFailure error={send.error} />
      <FormActions
        form={form}
        submit={words.sendAnswer}
        testId="send-answer"
        isPending={send.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
