import { IconDeviceMobile, IconDeviceMobileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Device, devicesQuery } from '../../api/eid-console.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import rowStyle from '../../ui/rows.module.css';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { profileWords } from './words.ts';

export function DevicesSection() {
  const { devices: words } = usePageWords(profileWords);
  const query = useQuery(devicesQuery);
  return (
    <Section id="devices" title={words.heading} lead={words.lead}>
      <Loaded query={query} source="eid" lines={2}>
        {({ devices }) =>
          devices.length === 0 ? (
            <EmptyState icon={<IconDeviceMobile size={30} stroke={1.5} />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className={rowStyle.rows}>
              {devices.map((device) => (
                <DeviceRow key={`${device.document_number} ${device.enrolled_at}`} device={device} />
              ))}
            </ul>
          )
        }
      </Loaded>
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
    <li className={rowStyle.row} data-testid="device">
      <Icon size={24} stroke={1.6} aria-hidden="true" />
      <div className={rowStyle.rowText}>
        <p className={rowStyle.rowTitle}>{platforms[device.platform ?? ''] ?? words.phone}</p>
        <p className={textStyle.quiet}>
          {[since && words.since(since), ended && words.ended(ended)].filter(Boolean).join(' · ')}
        </p>
        <p className={`${textStyle.quiet} ${textStyle.small} ${textStyle.number}`}>
          {words.document}: {device.document_number}
        </p>
      </div>
      <Badge tone={device.active ? 'good' : 'plain'}>{device.active ? words.active : words.inactive}</Badge>
    </li>
  );
}
