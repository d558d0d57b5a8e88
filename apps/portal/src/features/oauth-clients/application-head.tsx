import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Application } from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageHeading } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './oauth-clients.module.css';
import { StageChip } from './stage-chip.tsx';
import { applicationsWords } from './words.ts';

/** `children` stand between the state and the client id. */
export function ApplicationHead({
  application,
  application: { id, name, enabled, weak, client_id },
  children,
}: {
  application: Application;
  children?: ReactNode;
}) {
  const words = usePageWords(applicationsWords);
  return (
    <header className={headStyle.dense}>
      <div>
        <PageHeading>{name}</PageHeading>
        <div className={classes.titleLine}>
          <span className={badgeStyle.chip} data-tone={enabled ? 'good' : 'warn'}>
            {enabled ? words.on : words.off}
          </span>
          <StageChip application={application} />
          {weak ? (
            <span className={badgeStyle.chip} data-tone="warn" data-testid="weak">
              {words.weak}
            </span>
          ) : null}
          {children}
          <span className={textStyle.code} data-testid="client-id">
            {client_id}
          </span>
          <CopyButton text={client_id} label={words.clientId} />
          <Link to={`/developers/applications/${encodeURIComponent(id)}/webhooks`} data-testid="to-webhooks">
            {words.webhooks}
          </Link>
        </div>
      </div>
    </header>
  );
}
