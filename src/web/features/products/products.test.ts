import { describe, expect, it } from 'vitest';
import { moved } from './order.ts';
import { bodyOf, concernedBy, draftOf, draftProblems, eurosOf, featureOf, pricedAs } from './product-draft.ts';
import { roleDraftOf, roleProblems } from './role-draft.ts';

const basic = {
  idProduct: 2,
  name: 'Basic',
  description: 'For one application',
  notice: '',
  price: 9,
  period: 30,
  priority: 20,
  active: 1 as const,
  role: [{ idRol: 7, rol: 'BASIC', description: '', requests: 25_000, products: 1, users: 0, version: 1 }],
  activePayments: 3,
  version: 1,
};

describe('a draft of a product', () => {
  it('goes back as it came', () => {
    const { activePayments: _, role, ...same } = basic;
    expect(bodyOf(draftOf(basic), basic)).toEqual({ ...same, role: role.map(({ idRol }) => ({ idRol })) });
  });
  it('is inactive and without an id when it is new', () => {
    const body = bodyOf({ ...draftOf(null), price: '9,50' }, null);
    expect(body).toMatchObject({ active: 0, price: 9.5 });
    expect(body).not.toHaveProperty('idProduct');
  });
  it('reads euros only where nothing else can be meant', () =>
    expect(['9', ' 9.5 ', '9,05', '1,000', '1.000', '', '-1', 'x', '9e3'].map(eurosOf)).toEqual([
      9,
      9.5,
      9.05,
      ...Array(6).fill(Number.NaN),
    ]));
  it('tells a price alike however it was typed', () =>
    expect(['9', '9,00', '9.00', 'nine'].map(pricedAs)).toEqual(['€9.00', '€9.00', '€9.00', 'nine']));
  it('complains of all that is missing or no number at once, and leaves the rest to the server', () => {
    expect(draftProblems(draftOf(null))).toEqual({
      name: 'Name is required',
      price: 'Price (euros) must be euros with two decimals at most, such as 9.50',
    });
    expect(Object.keys(draftProblems({ ...draftOf(basic), price: 'ten', period: '' }))).toEqual(['price', 'period']);
    expect(draftProblems({ ...draftOf(basic), description: '', priority: '-5' })).toEqual({});
    const large = '9'.repeat(40);
    expect(draftProblems({ ...draftOf(basic), price: `${large},99`, priority: large, period: large })).toEqual({});
    expect(roleProblems({ ...roleDraftOf(null), rol: 'TEAM', requests: large })).toEqual({});
    expect(roleProblems(roleDraftOf(null))).toEqual({
      rol: 'Rol is required',
      requests: 'Requests must be a whole number',
    });
  });
  it('knows whom a new price concerns', () => {
    const draft = draftOf(basic);
    expect([concernedBy(draft, basic), concernedBy({ ...draft, price: '9' }, basic)]).toEqual([0, 0]);
    expect(concernedBy({ ...draft, price: '9.01' }, basic)).toBe(3);
  });
  it('shows the largest of its roles', () =>
    expect(
      featureOf({ ...draftOf(basic), role: ['7', '8'] }, [
        { idRol: 7, requests: 25_000 },
        { idRol: 8, requests: 90_000 },
        { idRol: 9, requests: 1_000_000 },
      ]),
    ).toMatchObject({ requests: 90_000, price: 9 }));
});

describe('moving a product', () => {
  const rows = (...priorities: number[]) => priorities.map((priority, at) => ({ idProduct: at + 1, priority }));
  it('lets two neighbours change places', () =>
    expect(moved(rows(1, 5, 9), 2, -1)).toEqual([
      { idProduct: 3, priority: 5 },
      { idProduct: 2, priority: 9 },
    ]));
  it('numbers all where two are equal', () =>
    expect(moved(rows(0, 0, 0), 0, 1)).toEqual([
      { idProduct: 2, priority: 10 },
      { idProduct: 1, priority: 20 },
      { idProduct: 3, priority: 30 },
    ]));
  it('stops at the ends', () => expect([moved(rows(1, 2), 0, -1), moved(rows(1, 2), 1, 1)]).toEqual([[], []]));
});
