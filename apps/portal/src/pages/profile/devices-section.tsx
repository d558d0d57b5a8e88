import { IconDeviceMobile, IconDeviceMobileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Device, devicesQuery } from '../../api/eid-console.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Answer } from '../../ui/answer.tsx';
import { Badge } from '../../ui/badge.tsx';
import parts from '../../ui/parts.module.css';
import { Empty, Section } from '../../ui/section.tsx';
import classes from './profile.module.css';
import { profileWords } from './words.ts';

export function DevicesSection() {
  const { devices: words } = usePageWords(profileWords);
  const query = useQuery(devicesQuery);
  return (
    <Section id="devices" title={words.heading} lead={words.lead}>
      <Answer query={query} source="eid" lines={2}>
        {({ devices }) =>
          devices.length === 0 ? (
            <Empty
              icon={<IconDeviceMobile size={30} stroke={1.5} />}
              title={words.empty}
              text={words.emptyText}
            />
          ) : (
            <ul className={classes.rows}>
              {devices.map((device) => (
                <DeviceRow key={`${device.document_number} ${device.enrolled_at}`} device={device} />
              ))}
            </ul>
          )
        }
      </Answer>
    </Section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { language } = useLanguage();
  const { devices: words } = usePageWords(profileWords);
  const platforms: Record<string, string> = words.platforms;
  const Icon = device.active ? IconDeviceMobile : IconDeviceMobileOff;
  const since = formatDate(device.enrolled_at ?? '', language);
  const ended = formatDate(device.deactivated_at ?? '', language);
  return (
    <li className={classes.row} data-testid="device">
      <Icon size={24} stroke={1.6} aria-hidden="true" />
      <div className={classes.rowText}>
        <p className={classes.rowTitle}>{platforms[device.platform ?? ''] ?? words.phone}</p>
        <p className={parts.quiet}>
          {[since && words.since(since), ended && words.ended(ended)].filter(Boolean).join(' · ')}
        </p>
        <p className={`${parts.quiet} ${parts.small} ${parts.number}`}>
          {words.document}: {device.document_number}
        </p>
      </div>
      <Badge tone={device.active ? 'good' : 'plain'}>{device.active ? words.active : words.inactive}</Badge>
    </li>
  );
}
