import type { ComponentProps } from 'react';
import type { PaperSlot, ServiceForm } from '../../api/catalogue.ts';
import type { ApplicableService, Paper } from '../../api/gov.ts';
import { FetchPaper } from '../../features/facts/fetch-paper.tsx';
import type { useDraftFacts } from '../../features/facts/use-draft-facts.ts';
import { PaperPicker } from '../../features/papers/paper-picker.tsx';
import { type Faults, paperId } from '../../features/service-form/check-answers.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import classes from './service.module.css';

interface PapersStepProps
  extends Pick<ComponentProps<typeof PaperPicker>, 'papers' | 'uploads' | 'onRemoved'> {
  applicable: ApplicableService;
  slots: readonly PaperSlot[];
  faults: Faults;
  fetched: ReturnType<typeof useDraftFacts>;
  /** The paper of this slot was fetched from an agency. */
  onFetched(slot: string): void;
}

export function PapersStep({ applicable, slots, faults, fetched, onFetched, ...picker }: PapersStepProps) {
  const { language } = useLanguage();
  return (
    <>
      <ErrorSummary
        errors={faults}
        labels={Object.fromEntries(slots.map((slot) => [paperId(slot.key), slot['x-title'][language]]))}
      />
      <div className={classes.panel}>
        <PaperPicker
          {...picker}
          asked={applicable.evidence}
          slots={slots}
          faults={faults}
          serviceId={applicable.id}
          renderFetched={({ key: slot }) => (
            <FetchPaper
              serviceId={applicable.id}
              offer={fetched.offerFor(slot)}
              fact={fetched.factFor(slot)}
              onChanged={(fact) => {
                fetched.refresh();
                if (fact.state === 'accepted') onFetched(slot);
              }}
            />
          )}
        />
      </div>
    </>
  );
}

/** True for a paper of the form that the answers no longer ask for; the server does not send it to the officer. */
export const isUnasked = ({ slot }: Paper, form: ServiceForm | null, asked: readonly PaperSlot[]) =>
  (form?.['x-papers']?.some(({ key }) => key === slot) ?? false) && !asked.some(({ key }) => key === slot);
