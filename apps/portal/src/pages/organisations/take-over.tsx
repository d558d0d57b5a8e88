import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ORGANISATIONS_KEY, representationsQuery, takeOverOrganisation } from '../../api/organisations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import layoutStyle from '../../ui/layout.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { invitingWords } from './invitation-words.ts';
import { signingWords } from './signing-words.ts';

/** The register number is taken: a legal representative can claim the organisation with proof. */
export function TakeOver({ regNo }: { regNo: string }) {
  const { takeOver: words } = usePageWords(invitingWords);
  const { notFounder } = usePageWords(signingWords);
  const explain = useExplanation('eid', { not_representative: notFounder });
  const client = useQueryClient();
  const navigate = useNavigate();
  const prove = useMutation({
    mutationFn: () => takeOverOrganisation(regNo),
    onSuccess: async (organisation) => {
      await client.invalidateQueries({ queryKey: ORGANISATIONS_KEY });
      await client.invalidateQueries({ queryKey: representationsQuery.queryKey });
      navigate(`/organisations/${organisation.id}`);
    },
  });
  return (
    <div className={layoutStyle.panel} role="alert" data-testid="take-over">
      <div className={formStyle.narrow}>
        <p>{words.text}</p>
        <Failed text={prove.error ? explain(prove.error) : null} testId="take-over-failed" />
        <div>
          <Button loading={prove.isPending} data-testid="take-over-prove" onClick={() => prove.mutate()}>
            {words.action}
          </Button>
        </div>
      </div>
    </div>
  );
}
