import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

const UnpaidSource = Type.Object(
  {
    source: Type.String({ description: 'As SOURCES_PUBLIC names it.' }),
    data: Type.String({ description: 'What it is, as a reader knows it.' }),
    terms: Type.String(),
    url: Type.String({ description: 'Where the terms stand.' }),
  },
  { $id: 'UnpaidSource' },
);

export const unpaidSources = endpoint({
  tag: 'Administration',
  access: 'admin',
  name: 'admin_unpaid_sources',
  method: 'GET',
  path: '/api/admin/unpaid-sources',
  summary: 'Published sources whose terms forbid to take money for their data, while payments are on',
  reply: Type.Array(UnpaidSource),
});
