import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Reference } from '../../api/references.ts';
import { saveReferenceToSpace, spaceQuery } from '../../api/space.ts';
import { useHasSpace } from '../../features/space/use-has-space.ts';
import { spaceWords } from '../../features/space/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import classes from './references.module.css';
import { referenceWords } from './words.ts';

/** Keeps the certificate's PDF among the person's files, from where it can be attached to an application. */
export function SaveToSpace({ reference }: { reference: Reference }) {
  const words = usePageWords(referenceWords);
  const { codes } = usePageWords(spaceWords);
  const explain = useExplanation('server', codes);
  const client = useQueryClient();
  const hasSpace = useHasSpace();
  const save = useMutation({
    mutationFn: () => saveReferenceToSpace(reference.id),
    onSuccess: () => client.invalidateQueries({ queryKey: spaceQuery.queryKey }),
  });
  if (!hasSpace) return null;
  return (
    <>
      <Button
        variant="default"
        loading={save.isPending}
        leftSection={<IconFolder size={18} aria-hidden="true" />}
        aria-label={words.saveLabel(reference.title)}
        data-testid="save-to-space"
        onClick={() => save.mutate()}
      >
        {words.save}
      </Button>
      <div className={classes.saved}>
        <Done testId="saved-to-space">
          {save.data ? (
            <>
              {words.saved(save.data.name)} <Link to={places.space.path}>{words.see}</Link>
            </>
          ) : null}
        </Done>
        <Failed text={save.error ? explain(save.error) : null} />
      </div>
    </>
  );
}
