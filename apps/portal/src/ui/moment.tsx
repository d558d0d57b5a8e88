import { formatDateTime, formatMoment } from '../i18n/format.ts';
import { useLanguage } from '../i18n/provider.tsx';

/** To the second, for logs and lists of the administration. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}

/** Day and minute in words, where a person reads when something happened or ends. */
export function When({ at }: { at: string }) {
  const { language } = useLanguage();
  return <time dateTime={at}>{formatDateTime(at, language)}</time>;
}
