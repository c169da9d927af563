import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { Bit, Sentence } from './session.ts';
import { Version } from './version.ts';

const admin = { tag: 'Administration', access: 'admin' } as const;

export const Role = Type.Object(
  {
    idRol: Type.Integer(),
    rol: Type.String(),
    description: Type.String(),
    requests: Type.Integer({ description: 'Requests a UTC day.' }),
    products: Type.Integer({ description: 'Products that grant it.' }),
    users: Type.Integer({ description: 'Users who have it now.' }),
    version: Version,
  },
  { $id: 'Role' },
);
export type Role = Static<typeof Role>;

export const Product = Type.Object(
  {
    idProduct: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    notice: Type.String(),
    price: Type.Number({ description: 'Euros a month, two decimals at most.' }),
    period: Type.Integer({ description: 'Days that one bought month lasts.' }),
    priority: Type.Integer(),
    active: Bit,
    role: Type.Array(Role),
    activePayments: Type.Integer({ description: 'Payments of it that run at this moment.' }),
    version: Version,
  },
  { $id: 'Product' },
);
export type Product = Static<typeof Product>;

const ignored = Type.Optional(Type.Unknown());
const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const byId = Type.Object({ id });

export const products = endpoint({
  ...admin,
  name: 'admin_product',
  method: 'GET',
  path: '/api/admin/product',
  summary: 'Products, in the order of their priority',
  reply: Type.Array(Product),
});

export const productsExport = exportOf(products)({
  file: 'products',
  columns: [
    ['NAME', 'name'],
    ['DESCRIPTION', 'description'],
    ['NOTICE', 'notice'],
    ['PRICE', 'price'],
    ['PERIOD', 'period'],
    ['PRIORITY', 'priority'],
    ['ACTIVE', 'active'],
    ['ROLES', 'roles', ({ role }) => role.map(({ rol }) => rol).join(', ')],
    ['ACTIVE PAYMENTS', 'activePayments'],
    ['ID', 'idProduct'],
  ],
});

export const productSave = endpoint({
  ...admin,
  name: 'admin_product_save',
  method: 'POST',
  path: '/api/admin/product',
  summary: 'Make a product (without idProduct) or change one',
  description: 'A new product is inactive, whatever `active` says. Of each role only `idRol` is read.',
  body: Type.Object(
    {
      idProduct: Type.Optional(maybe(id)),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      description: Type.String({ maxLength: 1000 }),
      notice: Type.Optional(Type.String({ maxLength: 1000 })),
      price: Type.Number({ minimum: 0, maximum: 100_000 }),
      period: Type.Integer({ minimum: 1, maximum: 3660 }),
      priority: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
      active: Type.Optional(Bit),
      role: Type.Array(Type.Object({ idRol: id }, { additionalProperties: true }), { maxItems: 50 }),
      activePayments: ignored,
      version: Type.Optional(Version),
    },
    { additionalProperties: false },
  ),
  reply: Product,
  errors: [
    'invalid_body',
    'media_type',
    'product_unknown',
    'role_unknown',
    'role_fixed',
    'changed_meanwhile',
    'anti_forgery',
  ],
});

export const productDelete = endpoint({
  ...admin,
  name: 'admin_product_delete',
  method: 'DELETE',
  path: '/api/admin/product/:id',
  summary: 'Delete a product',
  description: 'Its payments and what they grant stay.',
  params: byId,
  reply: Sentence,
  errors: ['invalid_parameter', 'product_unknown', 'anti_forgery'],
});

export const roles = endpoint({
  ...admin,
  name: 'admin_role',
  method: 'GET',
  path: '/api/admin/role',
  summary: 'Plan roles, newest first',
  reply: Type.Array(Role),
});

export const rolesExport = exportOf(roles)({
  file: 'roles',
  columns: [
    ['ROL', 'rol'],
    ['DESCRIPTION', 'description'],
    ['REQUESTS', 'requests'],
    ['PRODUCTS', 'products'],
    ['USERS', 'users'],
    ['ID', 'idRol'],
  ],
});

export const roleSave = endpoint({
  ...admin,
  name: 'admin_role_save',
  method: 'POST',
  path: '/api/admin/role',
  summary: 'Make a plan role (without idRol) or change one',
  body: Type.Object(
    {
      idRol: Type.Optional(maybe(id)),
      rol: Type.String({ minLength: 1, maxLength: 60 }),
      description: Type.String({ maxLength: 1000 }),
      requests: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
      products: ignored,
      users: ignored,
      version: Type.Optional(Version),
    },
    { additionalProperties: false },
  ),
  reply: Role,
  errors: [
    'invalid_body',
    'media_type',
    'role_unknown',
    'role_fixed',
    'role_taken',
    'changed_meanwhile',
    'anti_forgery',
  ],
});

export const roleDelete = endpoint({
  ...admin,
  name: 'admin_role_delete',
  method: 'DELETE',
  path: '/api/admin/role/:id',
  summary: 'Delete a plan role that no product and no user has',
  params: byId,
  reply: Sentence,
  errors: ['invalid_parameter', 'role_unknown', 'role_fixed', 'role_in_use', 'anti_forgery'],
});
