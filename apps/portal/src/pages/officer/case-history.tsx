import type { Case } from '../../api/officer.ts';
import { nameRole } from '../../features/roles/role-names.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { When } from '../../ui/moment.tsx';
import classes from './case.module.css';
import { workWords } from './work-words.ts';

/** Who gave the case to whom, and why; only officers see it. */
export function CaseHistory({ handovers }: { handovers: Case['handovers'] }) {
  const words = usePageWords(workWords);
  return (
    <ol className={classes.handovers} data-testid="handovers">
      {handovers.map(({ at, by, from, to, reason }) => (
        <li key={at}>
          {words.handedOver(from || words.nobody, to || words.nobody)}
          {reason ? <blockquote className={classes.line}>{reason}</blockquote> : null}
          <span className={classes.line}>
            {words.handedBy(by)} · <When at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

export function CaseSignature({ signature }: { signature: NonNullable<Case['signature']> }) {
  const { language } = useLanguage();
  const words = usePageWords(workWords);
  const { name, role, authority, signed_at } = signature;
  return (
    <div className={classes.quote} data-testid="case-signature">
      <p>{words.signature}</p>
      <span>{words.signedBy(name, nameRole(role, language))}</span>
      <span className={classes.line}>
        {authority} · <When at={signed_at} />
      </span>
    </div>
  );
}
