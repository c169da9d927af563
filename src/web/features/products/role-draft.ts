import type { Role } from '#contracts/plans.api.ts';
import { forms } from '#web/words/forms.ts';
import { products } from '#web/words/products.ts';

const words = products.role;

/** What is typed while a role is made or changed. */
export interface RoleDraft {
  readonly rol: string;
  readonly description: string;
  readonly requests: string;
}

type RoleProblems = Readonly<Partial<Record<keyof RoleDraft, string>>>;

export const roleDraftOf = (role: Role | null): RoleDraft => ({
  rol: role?.rol ?? '',
  description: role?.description ?? '',
  requests: role === null ? '' : String(role.requests),
});

const isWhole = (text: string): boolean => /^-?\d+$/.test(text.trim());

/** What is missing, or cannot be sent as a number, all at once; everything else the server judges. */
export const roleProblems = ({ rol, requests }: RoleDraft): RoleProblems => ({
  ...(rol.trim() === '' && { rol: `${words.fields.rol} ${forms.required}` }),
  ...(!isWhole(requests) && { requests: `${words.fields.requests} ${words.noNumber}` }),
});

/** The role as it is sent. */
export const roleBodyOf = ({ rol, description, requests }: RoleDraft, role: Role | null) => ({
  ...(role && { idRol: role.idRol, version: role.version }),
  rol: rol.trim(),
  description: description.trim(),
  requests: Number(requests.trim()),
});
