import { Button } from '@mantine/core';
import { IconCalendarPlus, IconMapPin } from '@tabler/icons-react';
import { findChosenOffice, findReadyDay, listToBring } from '@tamga/forms';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Appointment, appointmentsQuery, calendarPath } from '../../api/appointments.ts';
import type { ServiceForm } from '../../api/catalogue.ts';
import { type Application, serviceQuery } from '../../api/gov.ts';
import classes from '../../features/applications/applications.module.css';
import { readPayload } from '../../features/service-form/answers.ts';
import { formatDate, formatWeekdayTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { dayAt } from '../../i18n/time.ts';
import factStyle from '../../ui/facts.module.css';
import { Section } from '../../ui/page/section.tsx';
import { collectWords } from './collect-words.ts';

/** A page of a map that opens on every device, in a tab of its own: nothing is sent to it before the person wants that. */
const mapLink = (place: string) =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`;

/** Of this application; one without an application was made at the office's own page. */
/** Another appointment at the same service may be for something else, before the result is ready. */
const isToCollect = (each: Appointment, { id }: Application) =>
  (each.status === 'booked' || each.status === 'confirmed') &&
  new Date(each.scheduled_at) > new Date() &&
  each.application_id === id;

/** After an approval whose result is handed over at an office: where, when and what to bring. */
export function CollectCard({ application }: { application: Application }) {
  const { language } = useLanguage();
  const words = usePageWords(collectWords);
  const isWaiting = application.status === 'approved';
  const service = useQuery({ ...serviceQuery(application), enabled: isWaiting });
  const appointments = useQuery({ ...appointmentsQuery, enabled: isWaiting });
  if (!isWaiting || service.isPending || appointments.isPending) return null;
  const form = (service.data?.form ?? null) as ServiceForm | null;
  const answers = readPayload(application.payload);
  const office = findChosenOffice(form, answers);
  const appointment = appointments.data?.items.find((each) => isToCollect(each, application));
  const readyOn = findReadyDay(form, dayAt(new Date(application.decided_at ?? application.submitted_at)));
  const isReady = readyOn <= dayAt(new Date());
  const name = office?.name[language] ?? appointment?.agency ?? service.data?.agency ?? '';
  const address = office?.place?.address[language] ?? (office ? '' : (appointment?.location ?? ''));
  const hours = office?.place?.hours?.[language] ?? '';
  const things = listToBring(form, answers)?.map((thing) => thing['x-title'][language]) ?? [words.identity];
  const place = [name, address].filter((part) => part !== '').join(', ');
  const booking = new URLSearchParams({
    service: application.service_code,
    application: application.id,
    from: readyOn,
  });
  return (
    <Section id="collect" title={words.heading}>
      <dl className={factStyle.details}>
        {place === '' ? null : (
          <div>
            <dt>{words.where}</dt>
            <dd>{name}</dd>
            {address === '' ? null : <dd>{address}</dd>}
            {hours === '' ? null : <dd>{words.hours(hours)}</dd>}
          </div>
        )}
        <div>
          <dt>{words.when}</dt>
          <dd data-testid="collect-ready">
            {isReady ? words.ready : words.readyFrom(formatDate(readyOn, language))}
          </dd>
          <dd>
            {appointment ? words.booked(formatWeekdayTime(appointment.scheduled_at, language)) : words.noTime}
          </dd>
        </div>
        <div>
          <dt>{words.bring}</dt>
          {things.map((thing) => (
            <dd key={thing} data-testid="collect-bring">
              {thing}
            </dd>
          ))}
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
          <Button component={Link} to={`/appointments?${booking}`} data-testid="collect-book">
            {isReady ? words.book : words.bookFrom(formatDate(readyOn, language))}
          </Button>
        )}
        {place === '' ? null : (
          <Button
            component="a"
            href={mapLink(office?.place ? address : place)}
            target="_blank"
            rel="noreferrer"
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
