import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { relayRequestsCreateBody } from '../../api/generated/bodies.ts';
import { createKey } from '../../api/gov.ts';
import {
  askPlatforms,
  RELAY_KEY,
  type RelayRequest,
  type RequestBody,
  routesQuery,
} from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, Loaded } from '../../ui/states/states.tsx';
import { readContent } from './content.ts';
import { requestWords } from './request-words.ts';
import { relayWords } from './words.ts';

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;

interface NewRequestProps {
  onClose(): void;
  onSent(request: RelayRequest): void;
}

export function NewRequest({ onClose, onSent }: NewRequestProps) {
  const words = usePageWords(requestWords);
  const routes = useQuery(routesQuery);
  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <Loaded query={routes}>
        {(known) => {
          const services = [...new Set(known.map(({ service_code }) => service_code))];
          return services.length > 0 ? (
            <RequestForm services={services} onClose={onClose} onSent={onSent} />
          ) : (
            <div className={formStyle.form}>
              <p>{words.noRoutes}</p>
              <div>
                <Button component={Link} to="/relay/routes?route=new">
                  {words.toRoutes}
                </Button>
              </div>
            </div>
          );
        }}
      </Loaded>
    </Detail>
  );
}

function RequestForm({ services, onClose, onSent }: NewRequestProps & { services: readonly string[] }) {
  const words = usePageWords(requestWords);
  const { priorities } = usePageWords(relayWords);
  const client = useQueryClient();
  const key = useRef({ body: '', value: createKey() });
  const send = useMutation({
    // A repeat after a broken connection keeps its key, so that the platforms are asked once.
    mutationFn: (body: RequestBody) => {
      const text = JSON.stringify(body);
      if (key.current.body !== text) key.current = { body: text, value: createKey() };
      return askPlatforms(body, key.current.value);
    },
    onSuccess: (request) => {
      void client.invalidateQueries({ queryKey: RELAY_KEY });
      onSent(request);
    },
  });
  const form = useBodyForm({
    schema: relayRequestsCreateBody,
    keepAs: 'relay-request',
    initial: {
      service_code: services.length === 1 ? (services[0] ?? '') : '',
      title: '',
      priority: 'normal' as (typeof PRIORITIES)[number],
      payload: '',
    },
    toBody: ({ service_code, title, priority, payload }): RequestBody => {
      const { content } = readContent(payload);
      return {
        service_code,
        title: title.trim(),
        priority,
        ...(content === undefined ? {} : { payload: content }),
      };
    },
    hints: { service_code: words.chooseService },
    check: ({ title, payload }) => ({
      ...(title.trim() === '' ? { title: words.requestTitleHint } : {}),
      ...(readContent(payload).isBroken ? { payload: words.brokenJson } : {}),
    }),
    onSend: send.mutate,
    onChange: send.reset,
    error: send.error,
    isPending: send.isPending,
  });
  const labels = { service_code: words.service, title: words.requestTitle, payload: words.payload };
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <ErrorSummary errors={form.faults} labels={labels} />
      <NativeSelect
        {...form.field('service_code')}
        label={words.service}
        data={[
          { value: '', label: words.chooseService },
          ...services.map((value) => ({ value, label: value })),
        ]}
        data-testid="request-service"
      />
      <TextInput
        {...form.field('title')}
        label={words.requestTitle}
        description={words.requestTitleHint}
        autoComplete="off"
        data-testid="request-title"
      />
      <NativeSelect
        {...form.field('priority')}
        label={words.priority}
        data={PRIORITIES.map((value) => ({ value, label: priorities[value] }))}
      />
      <Textarea
        {...form.field('payload')}
        label={words.payload}
        description={words.payloadHint}
        autosize
        minRows={4}
        maxRows={14}
        spellCheck={false}
        data-testid="request-payload"
      />
      {form.hasFaults ? null : <ActionFailure error={send.error} />}
      <FormActions
        form={form}
        submit={words.send}
        testId="send-request"
        isPending={send.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
