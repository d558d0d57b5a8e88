import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkOrganisation,
  ORGANISATIONS_KEY,
  type Organisation,
  representationsQuery,
  takeOverOrganisation,
} from '../../api/organisations.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { actingWords } from './acting-words.ts';

/** Whether the person can act for the organisation now, why not, and how the present representative takes over. */
export function ActingSection({ organisation }: { organisation: Organisation }) {
  const { language } = useLanguage();
  const words = usePageWords(actingWords);
  const client = useQueryClient();
  const explain = useExplanation('eid', { not_representative: words.notNamed });
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ORGANISATIONS_KEY }),
      client.invalidateQueries({ queryKey: representationsQuery.queryKey }),
    ]);
  const takeOver = useMutation({ mutationFn: () => takeOverOrganisation(organisation.reg_no), onSettled });
  const check = useMutation({ mutationFn: () => checkOrganisation(organisation.id), onSettled });
  const { blocked, named, checked_at: checkedAt } = organisation;
  const failed = takeOver.error ?? check.error;
  return (
    <Section id="acting" title={words.heading} lead={words.lead}>
      <Done testId="acting-said">
        {takeOver.isSuccess ? words.taken : check.isSuccess ? words.again : null}
      </Done>
      <p data-testid="acting-state">
        {blocked ? words.blocked[blocked] : `${words.can} ${named ? words.byRegister : words.byAppointment}`}
      </p>
      <p className={textStyle.quiet}>
        {checkedAt ? words.checked(formatDateTime(checkedAt, language)) : words.neverChecked}
      </p>
      <Failed text={failed ? explain(failed) : null} testId="acting-failed" />
      {organisation.reg_no === '' ? null : (
        <>
          {named ? null : <p className={textStyle.quiet}>{words.takeOverHint}</p>}
          <div className={formStyle.actions}>
            {named ? null : (
              <Button loading={takeOver.isPending} data-testid="take-over" onClick={() => takeOver.mutate()}>
                {words.takeOver}
              </Button>
            )}
            {organisation.verified ? (
              <Button
                variant="default"
                loading={check.isPending}
                data-testid="check-again"
                onClick={() => check.mutate()}
              >
                {words.check}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </Section>
  );
}
