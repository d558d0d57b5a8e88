import { describe, expect, it } from 'vitest';
import { sayPaper, sayPayment, sayTerms, sayTime } from './service-facts.ts';

const decided = {
  fulfilment: 'officer',
  sla_hours: 72,
  max_days: 20,
  fee: 1000,
  payment_required_before: 'review',
  tacit_approval: true,
} as const;

describe('the facts of a service in words', () => {
  it('promise nothing before the fee is paid', () => {
    expect(sayTime({ ...decided, fulfilment: 'auto' }, 'en')).toBe('Issued as soon as the fee is paid');
    expect(sayTime({ ...decided, fulfilment: 'auto', fee: 0 }, 'en')).toBe('Issued at once');
    expect(sayTime(decided, 'en')).toBe('Up to 3 days');
    expect(sayPayment(decided, 'en')).toBe('Paid before the application is looked at.');
    expect(sayPayment({ ...decided, fee: 0 }, 'en')).toBe('');
  });

  it('name the limit of the law and what silence means', () => {
    expect(sayTerms(decided, 'en')).toBe(
      'Calendar days, counted from the day the fee is paid. The law allows at most 20 days. Without a decision in time, the application counts as granted.',
    );
    expect(sayTerms({ ...decided, fulfilment: 'auto' }, 'en')).toBe('');
  });

  it('say of a paper both who gets it and when it is asked for', () => {
    expect(sayPaper({ isFetched: true, isConditional: true, isOptional: false }, 'en')).toBe(
      'we fetch it ourselves, only in some cases',
    );
    expect(sayPaper({ isFetched: false, isConditional: false, isOptional: false }, 'mn')).toBe('');
  });
});
