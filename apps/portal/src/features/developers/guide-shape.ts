export interface GuideLink {
  to: string;
  label: string;
  /** A document for programs, which no page of the portal shows. */
  isDocument?: true;
}

export interface GuidePart {
  id: string;
  title: string;
  text?: readonly string[];
  /** Things to do, in this order. */
  steps?: readonly string[];
  code?: { file: string; text: string };
  links?: readonly GuideLink[];
}

export interface DeveloperGuide {
  title: string;
  lead: string;
  parts: readonly GuidePart[];
}
