import { describe, expect, it } from 'vitest';
import { createComponents } from './openapi-components.ts';
import { JsonObject, listOf, shownAs, strict, Type } from './schemas.ts';
import { pageOf } from './time-cursor.ts';

const Person = Type.Object({ name: Type.String() });
const Team = Type.Object({ lead: Type.Optional(Person), members: Type.Array(Person) });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('names of schemas in the OpenAPI document', () => {
  it('replace a schema everywhere, including copies of it', () => {
    const { refer, schemas } = createComponents([{ Person }, { Team }]);
    expect(refer(Team)).toEqual(ref('Team'));
    expect(schemas['Team']).toMatchObject({
      properties: { lead: ref('Person'), members: { items: ref('Person') } },
    });
  });

  it('apply to lists and pages', () => {
    const { refer } = createComponents([{ Person }]);
    expect([refer(listOf(Person)), refer(pageOf(Person))]).toEqual([ref('PersonList'), ref('PersonPage')]);
  });

  it('omit schemas that no operation uses', () => {
    const { refer, schemas } = createComponents([{ Person, Team }]);
    refer(Person);
    expect(Object.keys(schemas)).toEqual(['Person']);
  });

  it('are unique: neither two schemas under one name nor two names for one schema', () => {
    expect(() => createComponents([{ Person }, { Person: Team }])).toThrow(
      'two schemas have the name Person',
    );
    expect(() => createComponents([{ Person }, { Human: Person }])).toThrow(
      'one schema has two names: Person and Human; use one name, or give each a description',
    );
    const Human = Type.Object(Person.properties, { description: 'A human' });
    expect(() => createComponents([{ Person }, { Human }])).not.toThrow();
  });

  it('leave the schema that validates and serialises untouched', () => {
    const before = JSON.stringify(Team);
    createComponents([{ Person, Team }]).refer(strict({ team: Team }));
    expect(JSON.stringify(Team)).toBe(before);
  });

  it('show the type of a part that is serialised unchanged', () => {
    const { refer } = createComponents([{ JsonObject }]);
    expect(refer(Type.Object({ payload: shownAs(JsonObject) }))).toMatchObject({
      properties: { payload: ref('JsonObject') },
    });
  });
});
