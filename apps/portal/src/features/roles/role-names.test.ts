import { describe, expect, it } from 'vitest';
import { describeRole, nameRole, readRoleTexts } from './role-names.ts';

describe('the name of a role', () => {
  it('is in the reader’s language for a system role until it is renamed', () => {
    expect(nameRole({ key: 'manager', name: 'Manager' }, 'mn')).toBe('Менежер');
    expect(nameRole({ key: 'manager' }, 'en')).toBe('Manager');
    expect(nameRole({ key: 'manager', name: 'Тасгийн дарга' }, 'mn')).toBe('Тасгийн дарга');
  });

  it('is the given name for a custom role, or its key', () => {
    expect(nameRole({ key: 'keeper', name: 'Бүртгэгч' }, 'en')).toBe('Бүртгэгч');
    expect(nameRole({ key: 'keeper', name: '' }, 'en')).toBe('keeper');
  });
});

describe('the description of a role', () => {
  const manager = { key: 'manager', name: 'Manager', description: 'Reviews applications and helps people' };
  it('is translated until somebody writes another, and a translation is not saved', () => {
    const shown = { name: nameRole(manager, 'mn'), description: describeRole(manager, 'mn') };
    expect(shown.description).toBe('Хүсэлтийг хянаж, хүмүүст тусална');
    expect(describeRole({ ...manager, description: 'Өөр' }, 'en')).toBe('Өөр');
    expect(readRoleTexts(shown, manager)).toEqual({ name: manager.name, description: manager.description });
    expect(readRoleTexts({ ...shown, name: 'Дарга' }, manager).name).toBe('Дарга');
  });
});
