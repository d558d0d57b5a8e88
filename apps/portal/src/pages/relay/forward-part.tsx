import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forwardRequest, platformsQuery, RELAY_KEY } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Section } from '../../ui/page/section.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { requestWords } from './request-words.ts';

/** The server forwards a request in any state, to upstream platforms alone. */
export function ForwardPart({ id }: { id: string }) {
  const words = usePageWords(requestWords);
  const client = useQueryClient();
  const { data } = useQuery(platformsQuery);
  const upstream = (data ?? []).filter(({ direction }) => direction === 'upstream');
  const [chosen, setChosen] = useState('');
  const platform = upstream.find(({ code }) => code === chosen) ?? upstream[0];
  const send = useMutation({
    mutationFn: ({ code }: { code: string; name: string }) => forwardRequest(id, code),
    onSuccess: () => client.invalidateQueries({ queryKey: RELAY_KEY }),
  });
  return (
    <Section id="forward" title={words.forward} lead={words.forwardLead}>
      {platform ? (
        <form
          className={formStyle.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!send.isPending) send.mutate(platform);
          }}
        >
          <NativeSelect
            label={words.forwardTo}
            value={platform.code}
            data={upstream.map(({ code, name }) => ({ value: code, label: name }))}
            data-testid="forward-to"
            onChange={(event) => {
              send.reset();
              setChosen(event.currentTarget.value);
            }}
          />
          <div>
            <Button type="submit" variant="default" loading={send.isPending} data-testid="forward">
              {words.forwardAction}
            </Button>
          </div>
        </form>
      ) : data ? (
        <p className={textStyle.quiet}>{words.noUpstream}</p>
      ) : null}
      <Done testId="forwarded">{send.isSuccess ? words.forwarded(send.variables.name) : null}</Done>
      <ActionFailure error={send.error} />
    </Section>
  );
}
