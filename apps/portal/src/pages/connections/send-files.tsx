import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CloudProvider, copyFromSpace, integrationsQuery } from '../../api/integrations.ts';
import { SpacePicker } from '../../features/space/space-picker.tsx';
import { spaceWords } from '../../features/space/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import classes from './connections.module.css';
import { connectionWords } from './words.ts';

const MOST_AT_ONCE = 20;

/** Copies files of the space to the provider, one after the other; a failed file does not stop the others. */
export function SendFiles({ provider, name }: { provider: CloudProvider; name: string }) {
  const words = usePageWords(connectionWords);
  const { codes } = usePageWords(spaceWords);
  const explain = useExplanation('server', codes);
  const client = useQueryClient();
  const [isPicking, setIsPicking] = useState(false);
  const [copying, setCopying] = useState('');
  const send = useMutation({
    mutationFn: async (files: readonly string[]) => {
      const lost: string[] = [];
      for (const file of files) {
        setCopying(file);
        await copyFromSpace(provider, file).catch((error: unknown) =>
          lost.push(words.lost(file, explain(error))),
        );
      }
      return { lost, count: files.length - lost.length };
    },
    onSettled: () => {
      setCopying('');
      return client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    },
  });
  return (
    <>
      <Button
        variant="default"
        loading={send.isPending}
        aria-label={words.sendLabel(name)}
        data-testid={`send-${provider}`}
        onClick={() => {
          send.reset();
          setIsPicking(true);
        }}
      >
        {words.send}
      </Button>
      <div className={classes.said}>
        <Done testId={`sent-${provider}`}>
          {copying !== ''
            ? words.copying(copying)
            : send.data && send.data.count > 0
              ? words.sent(send.data.count, name)
              : null}
        </Done>
        {send.data?.lost.map((text) => (
          <Failed key={text} text={text} />
        ))}
      </div>
      <SpacePicker
        isOpen={isPicking}
        most={MOST_AT_ONCE}
        action={words.sendAction}
        onChosen={(files) => send.mutate(files)}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
}
