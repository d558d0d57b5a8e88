import { Button, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { eidOrganizationsLinkBody } from '../../api/generated/bodies.ts';
import {
  linkOrganisation,
  ORGANISATIONS_KEY,
  type Organisation,
  representationsQuery,
} from '../../api/organisations.ts';
import { normaliseRegNo } from '../../features/organisations/numbers.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import layoutStyle from '../../ui/layout.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { signingWords } from './signing-words.ts';

function useLink(onLinked: (name: string) => void): UseMutationResult<unknown, Error, string> {
  const { language } = useLanguage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: linkOrganisation,
    onSuccess: (list, regNo) => {
      client.setQueryData(representationsQuery.queryKey, list);
      // A linked organisation is shown as proved.
      client.invalidateQueries({ queryKey: ORGANISATIONS_KEY });
      const linked = list.items.find(({ org_register }) => org_register === regNo);
      onLinked((language === 'en' && linked?.org_name_en) || (linked?.org_name ?? regNo));
    },
  });
}

export function LinkForm({ onLinked, onClose }: { onLinked(name: string): void; onClose(): void }) {
  const words = usePageWords(signingWords);
  const explain = useExplanation('eid', { not_representative: words.notFounder });
  const link = useLink(onLinked);
  const form = useBodyForm({
    schema: eidOrganizationsLinkBody,
    keepAs: null,
    initial: { reg_no: '' },
    toBody: (values) => ({ reg_no: normaliseRegNo(values.reg_no) }),
    hints: { reg_no: words.shape },
    onSend: ({ reg_no }) => link.mutate(reg_no),
    error: link.error,
    isPending: link.isPending,
  });

  return (
    <form className={layoutStyle.panel} onSubmit={form.send} noValidate>
      <div className={formStyle.narrow}>
        <TextInput
          {...form.field('reg_no')}
          autoFocus
          size="md"
          label={words.linkLabel}
          description={words.linkHint}
          autoComplete="off"
          spellCheck={false}
          data-testid="link-reg-no"
        />
        <Failed text={link.error && !form.hasFaults ? explain(link.error) : null} testId="link-failed" />
        <FormActions
          submit={words.linkSubmit}
          testId="link-submit"
          isPending={link.isPending}
          onCancel={onClose}
        />
      </div>
    </form>
  );
}

interface LinkButtonProps {
  organisation: Organisation;
  onLinked(name: string): void;
}

export function LinkButton({ organisation, onLinked }: LinkButtonProps) {
  const words = usePageWords(signingWords);
  const explain = useExplanation('eid', { not_representative: words.notFounder });
  const link = useLink(onLinked);
  return (
    <>
      <Failed text={link.error ? explain(link.error) : null} testId="link-failed" />
      <div>
        <Button
          variant="default"
          loading={link.isPending}
          data-testid="link-this"
          onClick={() => link.mutate(organisation.reg_no)}
        >
          {words.linkThis}
        </Button>
      </div>
    </>
  );
}
