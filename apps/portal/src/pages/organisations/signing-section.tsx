import { Button } from '@mantine/core';
import { IconLink, IconWritingSign } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Organisation, type Representation, representationsQuery } from '../../api/organisations.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { focusSection, Section } from '../../ui/page/section.tsx';
import { Done, EmptyState, Loaded } from '../../ui/states/states.tsx';
import { LinkButton, LinkForm } from './link-organisation.tsx';
import { orderNames } from './name-of.ts';
import classes from './organisations.module.css';
import { RepresentationHead } from './representation-head.tsx';
import { Signers } from './signers.tsx';
import { signingWords } from './signing-words.ts';

/** Every organisation that the person may sign for. */
export function SigningSection() {
  const words = usePageWords(signingWords);
  const query = useQuery(representationsQuery);
  const [isLinking, setIsLinking] = useState(false);
  const [said, setSaid] = useState('');
  const linkButton = useRef<HTMLButtonElement>(null);
  return (
    <Section
      id="signing"
      title={words.heading}
      lead={words.lead}
      action={
        isLinking ? null : (
          <Button
            ref={linkButton}
            variant="default"
            leftSection={<IconLink size={18} aria-hidden="true" />}
            data-testid="link-organisation"
            onClick={() => {
              setSaid('');
              setIsLinking(true);
            }}
          >
            {words.link}
          </Button>
        )
      }
    >
      <Done testId="signing-said">{said || null}</Done>
      {isLinking ? (
        <LinkForm
          onLinked={(name) => {
            setIsLinking(false);
            setSaid(words.linked(name));
            focusSection('signing');
          }}
          onClose={() => {
            setIsLinking(false);
            requestAnimationFrame(() => linkButton.current?.focus());
          }}
        />
      ) : null}
      <Loaded query={query} source="eid" lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<IconWritingSign size={30} stroke={1.5} />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className={layoutStyle.list}>
              {items.map((representation) => (
                <RepresentationRow
                  key={representation.org_register}
                  representation={representation}
                  onUnlinked={(name) => {
                    setSaid(words.unlinked(name));
                    focusSection('signing');
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

interface RepresentationRowProps {
  representation: Representation;
  onUnlinked(name: string): void;
}

function RepresentationRow({ representation, onUnlinked }: RepresentationRowProps) {
  const words = usePageWords(signingWords);
  const [isOpen, setIsOpen] = useState(false);
  const panel = `signers-${representation.org_register}`;
  return (
    <li className={classes.organisation} data-testid="representation">
      <RepresentationHead representation={representation} onUnlinked={onUnlinked}>
        <Button
          variant="default"
          size="compact-md"
          fz="sm"
          aria-expanded={isOpen}
          aria-controls={panel}
          data-testid="show-signers"
          onClick={() => setIsOpen(!isOpen)}
        >
          {words.showSigners}
        </Button>
      </RepresentationHead>
      <div id={panel} className={classes.signers} hidden={!isOpen}>
        {isOpen ? <Signers representation={representation} /> : null}
      </div>
    </li>
  );
}

/** The same for one organisation, on its page. */
export function OrganisationSigning({ organisation }: { organisation: Organisation }) {
  const { language } = useLanguage();
  const words = usePageWords(signingWords);
  const query = useQuery(representationsQuery);
  const [said, setSaid] = useState('');
  return (
    <Section id="signing" title={words.heading} lead={words.lead}>
      <Done testId="signing-said">{said || null}</Done>
      <Loaded query={query} source="eid" lines={2}>
        {({ items }) => {
          const representation = items.find(({ org_register }) => org_register === organisation.reg_no);
          if (!representation) {
            return (
              <>
                <p>{words.linkThisText(orderNames(organisation, language).first)}</p>
                <LinkButton
                  organisation={organisation}
                  onLinked={(name) => {
                    setSaid(words.linked(name));
                    focusSection('signing');
                  }}
                />
              </>
            );
          }
          return (
            <>
              <div className={classes.organisation}>
                <RepresentationHead
                  representation={representation}
                  onUnlinked={(name) => {
                    setSaid(words.unlinked(name));
                    focusSection('signing');
                  }}
                />
              </div>
              <Signers representation={representation} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
