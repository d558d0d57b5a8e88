import { Button } from '@mantine/core';
import { IconBuilding, IconBuildingPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type Organisation, organisationsQuery } from '../../api/organisations.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { Badge } from '../../ui/badge.tsx';
import layoutStyle from '../../ui/layout.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Done, EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { CreateOrganisation } from './create-organisation.tsx';
import { orderNames } from './name-of.ts';
import classes from './organisations.module.css';
import { ReceivedSection } from './received-section.tsx';
import { SigningSection } from './signing-section.tsx';
import { organisationsWords } from './words.ts';

export function OrganisationsPage() {
  const words = usePageWords(organisationsWords);
  const query = useQuery(organisationsQuery);
  const [isAdding, setIsAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const left = (useLocation().state as { left?: string } | null)?.left;

  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.intro} />
      <div className={pageStyle.sections}>
        {left ? <Done testId="said">{words.leave.left(left)}</Done> : null}
        <ReceivedSection />
        {isAdding ? (
          <CreateOrganisation
            onClose={() => {
              setIsAdding(false);
              // The button renders again only after this.
              requestAnimationFrame(() => addButton.current?.focus());
            }}
          />
        ) : null}
        <Section
          id="mine"
          title={words.mine.heading}
          action={
            isAdding ? null : (
              <Button
                ref={addButton}
                leftSection={<IconBuildingPlus size={18} aria-hidden="true" />}
                data-testid="add-organisation"
                onClick={() => setIsAdding(true)}
              >
                {words.create.open}
              </Button>
            )
          }
        >
          <Loaded query={query} source="platform" lines={3}>
            {({ items }) =>
              items.length === 0 ? (
                <EmptyState icon={<IconBuilding size={30} stroke={1.5} />} title={words.mine.empty}>
                  {words.mine.emptyText}
                </EmptyState>
              ) : (
                <ul className={layoutStyle.list}>
                  {items.map((organisation) => (
                    <OrganisationRow key={organisation.id} organisation={organisation} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Section>
        <SigningSection />
      </div>
    </div>
  );
}

function OrganisationRow({ organisation }: { organisation: Organisation }) {
  const { language } = useLanguage();
  const words = usePageWords(organisationsWords);
  const { first, second } = orderNames(organisation, language);
  return (
    <li className={classes.organisation} data-testid="organisation">
      <div>
        <h3>
          <Link to={`/organisations/${organisation.id}`}>{first}</Link>
        </h3>
        {second ? <p className={textStyle.quiet}>{second}</p> : null}
        {/* An organisation that an operator created has no number until its members add it. */}
        {organisation.reg_no ? (
          <p className={`${textStyle.quiet} ${textStyle.number}`}>
            {words.regNo}: {organisation.reg_no}
          </p>
        ) : null}
      </div>
      <div className={badgeStyle.badges}>
        <Badge tone="plain">{words.mine.myRole(words.roles[organisation.my_role])}</Badge>
        {organisation.verified ? <Badge tone="good">{words.verified}</Badge> : null}
      </div>
    </li>
  );
}
