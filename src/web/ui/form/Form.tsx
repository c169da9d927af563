import { type ReactNode, type RefObject, useContext, useEffect, useEffectEvent } from 'react';
import { WithinDialog } from './within.ts';

/** What a form is drawn from, whatever it holds. */
export interface Drawn {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly submit: () => Promise<void>;
}

interface Props {
  readonly form: Drawn;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const dialogOf = (element: Element | null): Element | null => element?.closest('[role=dialog]') ?? null;

/** A form that judges itself; Ctrl+S sends it too. */
export const Form = ({ form, className, children }: Props) => {
  const dialog = useContext(WithinDialog);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';
    if (!isSave) return;
    event.preventDefault();
    if (event.repeat || dialogOf(document.activeElement) !== dialogOf(form.element.current)) return;
    form.element.current?.requestSubmit();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <form
      ref={form.element}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // It can still be pressed while its dialog goes.
        if (dialog?.opened !== false) void form.submit();
      }}
    >
      {children}
    </form>
  );
};
