import { Button } from '@mantine/core';
import { IconCalendarPlus, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Appointment, appointmentsQuery, calendarPath } from '../../api/appointments.ts';
import { type Application, serviceQuery } from '../../api/gov.ts';
import classes from '../../features/applications/applications.module.css';
import { formatWeekdayTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import { Section } from '../../ui/page/section.tsx';
import { collectWords } from './collect-words.ts';

/** RFC 5870: the device opens its own map, so no map service learns of the visit before the person wants that. */
const mapLink = (place: string) => `geo:0,0?q=${encodeURIComponent(place)}`;

const isComing = ({ status, scheduled_at }: Appointment) =>
  (status === 'booked' || status === 'confirmed') && new Date(scheduled_at) > new Date();

/** After an approval whose result is handed over at an office: where, when and what to bring. */
export function CollectCard({ application }: { application: Application }) {
  const { language } = useLanguage();
  const words = usePageWords(collectWords);
  const isWaiting = application.status === 'approved';
  const service = useQuery({ ...serviceQuery(application.service_id), enabled: isWaiting });
  const appointments = useQuery({ ...appointmentsQuery, enabled: isWaiting });
  if (!isWaiting || service.isPending || appointments.isPending) return null;
  const appointment = appointments.data?.items.find(
    (each) => each.service_id !== null && each.service_id === application.service_id && isComing(each),
  );
  const place = [appointment?.agency ?? service.data?.agency ?? '', appointment?.location ?? ''].filter(
    (part) => part !== '',
  );
  return (
    <Section id="collect" title={words.heading}>
      <dl className={factStyle.details}>
        {place.length === 0 ? null : (
          <div>
            <dt>{words.where}</dt>
            <dd>{place.join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>{words.when}</dt>
          <dd>{appointment ? formatWeekdayTime(appointment.scheduled_at, language) : words.noTime}</dd>
        </div>
        <div>
          <dt>{words.bring}</dt>
          <dd>{words.identity}</dd>
          <dd>{words.number(application.reference_no)}</dd>
        </div>
      </dl>
      <div className={classes.links}>
        {appointment ? (
          <Button
            component="a"
            href={calendarPath(appointment.id)}
            variant="default"
            leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
            data-testid="collect-calendar"
          >
            {words.calendar}
          </Button>
        ) : (
          <Button
            component={Link}
            to={`/appointments?service=${encodeURIComponent(application.service_code)}`}
            data-testid="collect-book"
          >
            {words.book}
          </Button>
        )}
        {place.length === 0 ? null : (
          <Button
            component="a"
            href={mapLink(place.join(', '))}
            variant="default"
            leftSection={<IconMapPin size={18} aria-hidden="true" />}
            data-testid="collect-map"
          >
            {words.map}
          </Button>
        )}
      </div>
    </Section>
  );
}
