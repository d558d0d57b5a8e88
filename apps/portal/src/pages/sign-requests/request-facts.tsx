import type { SignRequest } from '../../api/sign-requests.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import { requestWords } from './request-words.ts';
import classes from './sign-requests.module.css';

export function RequestFacts({ request }: { request: SignRequest }) {
  const { language } = useLanguage();
  const words = usePageWords(requestWords);
  const rows: [string, string][] = [
    [words.from, request.is_sender ? `${request.sender_name} (${words.you})` : request.sender_name],
    [words.document, request.filename],
    [words.sentAt, formatDateTime(request.created_at, language)],
    [words.deadline, formatDateTime(request.deadline, language)],
    ...(request.closed_at
      ? [[words.closedAt, formatDateTime(request.closed_at, language)] as [string, string]]
      : []),
    [words.order, words.orders[request.order]],
  ];
  return (
    <dl className={factStyle.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.said}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
