import { Button } from '@mantine/core';
import type { PaperSlot, PublicService } from '../../api/catalogue.ts';
import type { Fact } from '../../api/facts.ts';
import type { Paper } from '../../api/gov.ts';
import { nameOf } from '../../features/catalogue/service-name.ts';
import { factWords } from '../../features/facts/words.ts';
import { AnswerList } from '../../features/service-form/answer-list.tsx';
import { formatDateTime, formatMoney, formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import factStyle from '../../ui/facts.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

interface ReviewStepProps {
  service: PublicService;
  payload: Record<string, unknown>;
  note: string;
  papers: readonly Paper[];
  /** Accepted answers of agencies. */
  facts: readonly Fact[];
  slots: readonly PaperSlot[];
  asksPapers: boolean;
  onChange: (() => void) | undefined;
}

export function ReviewStep({
  service,
  payload,
  note,
  papers,
  facts,
  slots,
  asksPapers,
  onChange,
}: ReviewStepProps) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { review } = words;
  const { user } = useSession();
  const fetched = usePageWords(factWords);
  const titleOf = ({ slot }: Pick<Paper, 'slot'>) => {
    const title = slots.find(({ key }) => key === slot)?.['x-title'][language];
    return title ? `${title}: ` : '';
  };
  return (
    <>
      <div className={classes.panel}>
        <h2>{review.heading}</h2>
        <p className={textStyle.quiet}>{service.form ? review.lead : words.noQuestions}</p>
        <dl className={factStyle.details} style={{ marginTop: '1rem' }}>
          <div>
            <dt>{review.service}</dt>
            <dd>{nameOf(service, language)}</dd>
          </div>
          <div>
            <dt>{review.applicant}</dt>
            <dd>{language === 'en' ? user.full_name_en || user.full_name : user.full_name}</dd>
          </div>
          <div>
            <dt>{review.fee}</dt>
            <dd>{service.fee === 0 ? words.free : formatMoney(service.fee, language)}</dd>
          </div>
          {note.trim() === '' ? null : (
            <div>
              <dt>{review.note}</dt>
              <dd>{note.trim()}</dd>
            </div>
          )}
          {asksPapers ? (
            <div>
              <dt>{review.papers}</dt>
              {papers.length + facts.length === 0 ? <dd>{review.noPapers}</dd> : null}
              {facts.map((fact) => (
                <dd key={fact.id} data-testid="review-fact">
                  {titleOf(fact)}
                  {fetched.source(fact.agency, formatDateTime(fact.answered_at ?? undefined, language))}
                </dd>
              ))}
              {papers.map((paper) => (
                <dd key={paper.id}>
                  {titleOf(paper)}
                  {paper.name} ({formatSize(paper.size_bytes, language)})
                </dd>
              ))}
            </div>
          ) : null}
        </dl>
      </div>
      {service.form ? (
        <div className={classes.panel}>
          <div className={classes.reviewHead}>
            <h2>{words.steps.answers}</h2>
            <Button variant="default" size="compact-md" onClick={onChange}>
              {words.change}
            </Button>
          </div>
          <AnswerList form={service.form} payload={payload} />
        </div>
      ) : null}
    </>
  );
}
