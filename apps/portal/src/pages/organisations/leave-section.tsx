import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type Organisation,
  organisationQuery,
  organisationsQuery,
  removeMember,
} from '../../api/organisations.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { orderNames } from './name-of.ts';
import { organisationsWords } from './words.ts';

export function LeaveSection({ organisation }: { organisation: Organisation }) {
  const { leave: words } = usePageWords(organisationsWords);
  const { language } = useLanguage();
  const { user } = useSession();
  const { first: name } = orderNames(organisation, language);
  const client = useQueryClient();
  const navigate = useNavigate();
  const explain = useExplanation('platform');
  const [isAsking, setIsAsking] = useState(false);
  const isOwner = organisation.my_role === 'owner';

  const leave = useMutation({
    mutationFn: () => removeMember(organisation.id, user.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: organisationsQuery.queryKey });
      await navigate('/organisations', { state: { left: name } });
      client.removeQueries({ queryKey: organisationQuery(organisation.id).queryKey });
    },
  });

  return (
    <Section id="leave" title={words.heading} lead={isOwner ? words.owner : words.text}>
      <div>
        <Button
          variant="default"
          data-testid="leave"
          onClick={() => {
            leave.reset();
            setIsAsking(true);
          }}
        >
          {words.action}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.title(name)}
        action={words.action}
        isPending={leave.isPending}
        failure={<Failed text={leave.error ? explain(leave.error) : null} />}
        onConfirm={() => leave.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{words.text}</p>
      </ConfirmDialog>
    </Section>
  );
}
