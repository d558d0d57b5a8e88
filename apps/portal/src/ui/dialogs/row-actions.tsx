import { Button, Group } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionFailure } from '../states/states.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface RowActionsProps {
  words: Record<'change' | 'delete' | 'deleteText', string> &
    Record<'changeOf' | 'deleteOf' | 'deleteTitle', (name: string) => string>;
  name: string;
  /** The list that is out of date after a deletion. */
  listKey: QueryKey;
  onChange(): void;
  remove(): Promise<unknown>;
}

/** Change and delete one row of a list; deleting asks for confirmation. */
export function RowActions({ words, name, listKey, onChange, remove }: RowActionsProps) {
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  });
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" aria-label={words.changeOf(name)} onClick={onChange}>
        {words.change}
      </Button>
      <Button variant="default" size="xs" aria-label={words.deleteOf(name)} onClick={() => setIsAsked(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={words.deleteTitle(name)}
        action={words.delete}
        isPending={deletion.isPending}
        failure={<ActionFailure error={deletion.error} />}
        onConfirm={() => deletion.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.deleteText}</p>
      </ConfirmDialog>
    </Group>
  );
}
