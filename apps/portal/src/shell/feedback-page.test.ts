import { describe, expect, it } from 'vitest';
import { nameFeedbackPage } from './feedback-page.ts';

describe('the name of a page in the feedback', () => {
  it.each([
    ['/', '/'],
    ['/home', '/home'],
    ['/help/no-eid', '/help/no-eid'],
    ['/Help/', '/help'],
    ['/help/contact', '/help/contact'],
    ['/services/0b9c0f1e-0000-4000-8000-000000000000', '/services/0b9c0f1e-0000-4000-8000-000000000000'],
    ['/services/0b9c0f1e-0000-4000-8000-000000000000/apply', '/services/:id/apply'],
    ['/applications/0b9c0f1e-0000-4000-8000-000000000000', '/applications/:id'],
    ['/help/cases/0b9c0f1e-0000-4000-8000-000000000000', '/help/cases/:id'],
    ['/invitations/secret-token', '/invitations/:token'],
    ['/verify/REF-2026-123456', '/verify/:reference_no'],
  ])('of %s is %s, without what is a person’s own', (pathname, page) => {
    expect(nameFeedbackPage(pathname)).toBe(page);
  });

  it.each(['/login', '/oauth/consent', '/nowhere', '/console'])('%s is not asked about', (pathname) => {
    expect(nameFeedbackPage(pathname)).toBeUndefined();
  });
});
