import type { Ref } from 'react';
import type { RegistryRecord } from '../../api/organisations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import layoutStyle from '../../ui/layout.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './organisations.module.css';
import { organisationsWords } from './words.ts';

interface RegistryFactsProps {
  record: RegistryRecord;
  ref: Ref<HTMLHeadingElement>;
}

export function RegistryFacts({ record, ref }: RegistryFactsProps) {
  const { create: words, regNo } = usePageWords(organisationsWords);
  const facts: [string, string][] = [
    [regNo, record.reg_no],
    [words.type, record.type],
    [words.ceo, [record.ceo, record.ceo_position].filter(Boolean).join(', ')],
    [words.address, record.address ?? ''],
    [words.phone, record.phone ?? ''],
    [words.industry, record.industry.join('; ')],
    [
      words.founders,
      record.founders.map(({ name, share_percent }) => words.share(name, share_percent)).join('; '),
    ],
    [
      words.stakeHolders,
      record.stake_holders
        .map(({ name, position }) => [name, position].filter(Boolean).join(', '))
        .join('; '),
    ],
  ];
  return (
    <div className={layoutStyle.panel} data-testid="registry-record">
      <h3 ref={ref} tabIndex={-1} className={classes.found}>
        {words.foundHeading}
      </h3>
      <p className={classes.foundName}>{record.name}</p>
      {record.name_latin ? <p className={textStyle.quiet}>{record.name_latin}</p> : null}
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
