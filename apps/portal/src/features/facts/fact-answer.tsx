import type { Fact } from '../../api/facts.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import classes from './facts.module.css';
import { factWords } from './words.ts';

/** What an agency said, and where it came from. */
export function FactAnswer({ fact, withProof = false }: { fact: Fact; withProof?: boolean }) {
  const { language } = useLanguage();
  const words = usePageWords(factWords);
  const { receipt_digest: receipt, relay_request_id: request } = fact.provenance;
  return (
    <>
      <dl className={factStyle.facts}>
        {(fact.answer ?? []).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.source} data-testid="fact-source">
        {words.source(fact.agency, formatDateTime(fact.answered_at ?? undefined, language))}
      </p>
      {withProof ? (
        <dl className={factStyle.facts}>
          <div>
            <dt>{words.receipt}</dt>
            <dd className={classes.digest}>{receipt}</dd>
          </div>
          <div>
            <dt>{words.request}</dt>
            <dd className={classes.digest}>{request}</dd>
          </div>
        </dl>
      ) : null}
    </>
  );
}
