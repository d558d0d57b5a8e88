import { guideEn } from './guide-en.ts';
import { guideMn } from './guide-mn.ts';
import type { DeveloperGuide } from './guide-shape.ts';

/** The public page for developers, as texts: the portal and its pages without script show the same. */
export const developerGuide = (language: 'mn' | 'en', issuer: string): DeveloperGuide =>
  language === 'en' ? guideEn(issuer) : guideMn(issuer);
