import { nameParty, readActingFor } from '../../api/acting-for.ts';
import type { ApplicableService } from '../../api/gov.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { serviceWords } from './words.ts';

/** Says for whom the service is instead of offering a form that the server refuses. */
export function NotForApplicant({ service }: { service: Pick<ApplicableService, 'applicants'> }) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const acting = readActingFor();
  const names: Record<string, string> = words.applicants;
  const kinds = service.applicants.map((kind) => names[kind] ?? kind).join(', ');
  return (
    <div data-testid="not-for-applicant">
      <p>{words.onlyFor(kinds)}</p>
      <p>{acting === null ? words.actFirst : words.notForParty(nameParty(acting, language))}</p>
    </div>
  );
}
