import type { Credentials, CredentialUse } from '../../api/applications.ts';
import { formatAgo, formatMoment } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import sectionStyle from '../../ui/page/section.module.css';
import textStyle from '../../ui/text.module.css';
import { useNow } from '../../ui/use-now.ts';
import { credentialWords } from './credential-words.ts';

const DAY_MS = 24 * 3_600_000;

export const isRecent = (use: CredentialUse | null, nowMs: number) =>
  use !== null && nowMs - Date.parse(use.at) < DAY_MS;

export function LastUse({ use }: { use: CredentialUse | null }) {
  const words = usePageWords(credentialWords);
  const { language } = useLanguage();
  const nowMs = useNow();
  if (use === null) return <span data-testid="last-use">{words.never}</span>;
  return (
    <span data-testid="last-use" title={formatMoment(use.at)}>
      {words.used(formatAgo(use.at, nowMs, language), use.ip, use.endpoint)}
    </span>
  );
}

/** Says of each secret and key whether a program still uses it. */
export function CredentialList({ credentials }: { credentials: Credentials }) {
  const words = usePageWords(credentialWords);
  const { secrets, keys } = credentials;
  return (
    <>
      {secrets.length === 0 ? null : (
        <section className={sectionStyle.section} aria-labelledby="secrets">
          <h2 id="secrets">{words.heading}</h2>
          <dl className={factStyle.details}>
            {secrets.map((secret) => (
              <div key={secret.id} data-testid={secret.ends_at === null ? 'current-secret' : 'old-secret'}>
                <dt>{secret.ends_at === null ? words.current : words.old}</dt>
                <dd>
                  <LastUse use={secret.last_use} />
                  <span className={textStyle.under}>
                    {words.made}: {formatMoment(secret.created_at)}
                    {secret.ends_at === null ? '' : ` · ${words.ends}: ${formatMoment(secret.ends_at)}`}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {keys.length === 0 ? null : (
        <section className={sectionStyle.section} aria-labelledby="keys">
          <h2 id="keys">{words.keysHeading}</h2>
          <p className={textStyle.quiet}>{words.keysLead}</p>
          <dl className={factStyle.details}>
            {keys.map((key) => (
              <div key={key.id} data-testid="public-key">
                <dt className={textStyle.code}>{key.id}</dt>
                <dd>
                  <LastUse use={key.last_use} />
                  <span className={textStyle.under}>{key.alg}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
