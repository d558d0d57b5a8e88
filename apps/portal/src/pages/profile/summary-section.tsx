import { useQuery } from '@tanstack/react-query';
import { type EidSummary, eidSummaryQuery } from '../../api/eid-console.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import classes from './profile.module.css';
import { profileWords } from './words.ts';

export function SummarySection() {
  const { summary } = usePageWords(profileWords);
  const query = useQuery(eidSummaryQuery);
  return (
    <Section id="summary" title={summary.heading}>
      <Loaded query={query} source="eid" lines={2}>
        {(data) => <Figures data={data} />}
      </Loaded>
    </Section>
  );
}

function Figures({ data }: { data: EidSummary }) {
  const { summary } = usePageWords(profileWords);
  const figures = [
    { label: summary.certificates, value: data.certificates.valid, total: data.certificates.total },
    { label: summary.devices, value: data.devices_active, total: data.devices_total },
    { label: summary.signIns, value: data.activity.authentication },
    { label: summary.signatures, value: data.activity.signature },
    { label: summary.representations, value: data.representation_count },
  ];
  return (
    <dl className={classes.figures} data-testid="eid-summary">
      {figures.map(({ label, value, total }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {/* "2 of 2" says no more than "2". */}
            {total !== undefined && total !== value ? <span> {summary.ofTotal(total)}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
