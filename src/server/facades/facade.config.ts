import type { FacadeName } from '#contracts/areas.ts';
import { FACADES } from '#contracts/facades.ts';
import type { Configuration, Setting } from '#server/modules/configuration/configuration.service.ts';
import { oneOf } from '#server/modules/configuration/form.rules.ts';

export const FACADE_SETTINGS: readonly Setting[] = FACADES.map(({ setting, title, name }) => ({
  key: setting,
  value: '1',
  takes: oneOf('0', '1'),
  description: `1: clients of ${title} are served under /${name}/ in the forms of ${title}; 0: nothing is there.`,
}));

/** Whether the clients of a service are served. */
export const isServedOf =
  (configuration: Pick<Configuration, 'text'>) =>
  (name: FacadeName): boolean =>
    FACADES.some((facade) => facade.name === name && configuration.text(facade.setting).trim() === '1');
