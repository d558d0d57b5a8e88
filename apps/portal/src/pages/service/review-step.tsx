import { Link } from 'react-router';
import { nameParty, readActingFor } from '../../api/acting-for.ts';
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
}

/** Opens a step whose end leads back to the check. */
function ChangeLink({ step, title }: { step: string; title: string }) {
  const { change } = usePageWords(serviceWords);
  return (
    <Link
      to={`?step=${step}&back=review`}
      className={classes.change}
      aria-label={`${change}: ${title}`}
      data-testid={`change-${step}`}
    >
      {change}
    </Link>
  );
}

export function ReviewStep({ service, payload, note, papers, facts, slots, asksPapers }: ReviewStepProps) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { review } = words;
  const { user } = useSession();
  const acting = readActingFor();
  const self = (language === 'en' && user.full_name_en) || user.full_name;
  const fetched = usePageWords(factWords);
  const titleOf = ({ slot }: Pick<Paper, 'slot'>) => {
    const title = slots.find(({ key }) => key === slot)?.['x-title'][language];
    return title ? `${title}: ` : '';
  };
  return (
    <>
      <div className={classes.panel}>
        <p className={textStyle.quiet}>{service.form ? review.lead : words.noQuestions}</p>
        <dl className={factStyle.details} style={{ marginTop: '1rem' }}>
          <div>
            <dt>{review.service}</dt>
            <dd>{nameOf(service, language)}</dd>
          </div>
          <div>
            <dt>{review.applicant}</dt>
            <dd data-testid="review-applicant">{acting === null ? self : nameParty(acting, language)}</dd>
          </div>
          {acting === null ? null : (
            <div>
              <dt>{review.filedBy}</dt>
              <dd data-testid="review-filed-by">{self}</dd>
            </div>
          )}
          <div>
            <dt>{review.fee}</dt>
            <dd>{service.fee === 0 ? words.free : formatMoney(service.fee, language)}</dd>
          </div>
        </dl>
      </div>
      {service.form ? (
        <div className={classes.panel}>
          <AnswerList
            form={service.form}
            payload={payload}
            renderAction={({ number, title }) => <ChangeLink step={String(number)} title={title} />}
          />
        </div>
      ) : null}
      {note.trim() === '' ? null : (
        <div className={classes.panel}>
          <div className={classes.reviewHead}>
            <h3>{review.note}</h3>
            <ChangeLink step="answers" title={review.note} />
          </div>
          <p className={classes.reviewNote}>{note.trim()}</p>
        </div>
      )}
      {asksPapers ? (
        <div className={classes.panel}>
          <div className={classes.reviewHead}>
            <h3>{review.papers}</h3>
            <ChangeLink step="papers" title={review.papers} />
          </div>
          {papers.length + facts.length === 0 ? <p>{review.noPapers}</p> : null}
          <ul className={classes.reviewFiles}>
            {facts.map((fact) => (
              <li key={fact.id} data-testid="review-fact">
                {titleOf(fact)}
                {fetched.source(fact.agency, formatDateTime(fact.answered_at ?? undefined, language))}
              </li>
            ))}
            {papers.map((paper) => (
              <li key={paper.id}>
                {titleOf(paper)}
                {paper.name} ({formatSize(paper.size_bytes, language)})
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}
