import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { KeptPlace } from '../../api/kept-answers.ts';
import { buildPersonalName, forgetInTab, keepInTab, readFromTab } from '../../api/tab-storage.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import layoutStyle from '../../ui/layout.module.css';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

const nameOf = ({ userId, serviceId, partyId }: KeptPlace) =>
  buildPersonalName('sent', userId, `${partyId ?? 'self'}:${serviceId}`);

/** The browser's own back leads to the steps of a form that was sent; this tab remembers which application it became. */
export const rememberSent = (place: KeptPlace, applicationId: string): void => {
  keepInTab(nameOf(place), applicationId);
};
export const readSent = (place: KeptPlace): string | null => readFromTab(nameOf(place));
export const forgetSent = (place: KeptPlace): void => forgetInTab(nameOf(place));

/** Instead of an empty form after going back. */
export function SentBefore({ applicationId, onNew }: { applicationId: string; onNew(): void }) {
  const words = usePageWords(serviceWords);
  return (
    <div className={`${classes.panel} ${layoutStyle.stack}`} data-testid="sent-before">
      <p>{words.sent.text}</p>
      <div className={classes.actions}>
        <Button component={Link} to={`/applications/${applicationId}`} replace data-testid="see-sent">
          {words.sent.see}
        </Button>
        <Button variant="default" data-testid="apply-anew" onClick={onNew}>
          {words.sent.anew}
        </Button>
      </div>
    </div>
  );
}
