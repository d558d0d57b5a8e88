import { Button } from '@mantine/core';
import { IconBuilding, IconBuildingPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type Organisation, organisationsQuery } from '../../api/organisations.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Answer } from '../../ui/answer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import parts from '../../ui/parts.module.css';
import { Empty, Section } from '../../ui/section.tsx';
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
    <div className={parts.page}>
      <PageHead title={words.title} lead={words.intro} />
      <div className={parts.sections}>
        {left ? (
          <p role="status" className={parts.said} data-testid="said">
            {words.leave.left(left)}
          </p>
        ) : null}
        <ReceivedSection />
        {isAdding ? (
          <CreateOrganisation
            onClose={() => {
              setIsAdding(false);
              // The button is drawn again only after this.
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
          <Answer query={query} source="platform">
            {({ items }) =>
              items.length === 0 ? (
                <Empty
                  icon={<IconBuilding size={30} stroke={1.5} />}
                  title={words.mine.empty}
                  text={words.mine.emptyText}
                />
              ) : (
                <ul className={parts.list}>
                  {items.map((organisation) => (
                    <OrganisationRow key={organisation.id} organisation={organisation} />
                  ))}
                </ul>
              )
            }
          </Answer>
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
        {second ? <p className={parts.quiet}>{second}</p> : null}
        {/* One that an operator created has no number until its people give it. */}
        {organisation.reg_no ? (
          <p className={`${parts.quiet} ${parts.number}`}>
            {words.regNo}: {organisation.reg_no}
          </p>
        ) : null}
      </div>
      <div className={parts.badges}>
        <Badge tone="plain">{words.mine.myRole(words.roles[organisation.my_role])}</Badge>
        {organisation.verified ? <Badge tone="good">{words.verified}</Badge> : null}
      </div>
    </li>
  );
}
