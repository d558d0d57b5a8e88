import { useQuery } from '@tanstack/react-query';
import { type Application, serviceFormQuery, type TimelineEvent, timelineQuery } from '../../api/gov.ts';
import { Timeline } from '../../features/applications/timeline.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import { type ApplicationWords, applicationWords } from './words.ts';

export function TimelineSection({ application }: { application: Application }) {
  const { language } = useLanguage();
  const words = usePageWords(applicationWords);
  const query = useQuery(timelineQuery(application.id));
  const hasChanges = query.data?.items.some((event) => event.changes.length > 0) ?? false;
  const { data: form } = useQuery({ ...serviceFormQuery(application), enabled: hasChanges });
  return (
    <Section id="timeline" title={words.timeline}>
      <Loaded query={query} source="platform" lines={3}>
        {({ items }) => (
          <Timeline
            events={items}
            form={form ?? null}
            sayEvent={(event) => sayEvent(event, words)}
            sayWho={(event) =>
              `${formatDateTime(event.created_at, language)} · ${event.actor_name || words.by[event.actor_role]}`
            }
          />
        )}
      </Loaded>
    </Section>
  );
}

function sayEvent({ type, from_status, to_status }: TimelineEvent, words: ApplicationWords): string {
  if (type === 'expired' && from_status !== 'info_required') return words.expiredUnpaid;
  if (type === 'decided')
    return `${words.events.decided} – ${to_status === 'rejected' ? words.refused : words.granted}`;
  return words.events[type];
}
