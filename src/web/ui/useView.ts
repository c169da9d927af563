import { useSearch } from '@tanstack/react-router';

interface Reads<View> {
  readonly read: (search: Readonly<Record<string, unknown>>) => View;
}

/** What the address of the page says; the same object as long as it says the same. */
export const useView = <View extends object>({ read }: Reads<View>): View =>
  useSearch({
    strict: false,
    select: (search: object) => read({ ...search }),
    structuralSharing: true,
  } as never) as View;
