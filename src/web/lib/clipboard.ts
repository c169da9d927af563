/** The two ways of copying; the older one works on plain HTTP, where the first does not exist. */
export interface CopyWays {
  readonly write: ((text: string) => Promise<void>) | undefined;
  readonly select: (text: string) => boolean;
}

const bySelection = (text: string): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  field.setAttribute('aria-hidden', 'true');
  const focused = document.activeElement;
  // Inside a dialog the field must be a part of it, or the dialog takes the focus back.
  (focused?.closest('[role=dialog]') ?? document.body).append(field);
  try {
    field.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
};

const inBrowser = (): CopyWays => {
  // Typed as always there, but absent outside secure contexts.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return { write: clipboard && ((text) => clipboard.writeText(text)), select: bySelection };
};

/** Copies `text`. False when the browser allows neither way: then the text must be shown, selected, for the reader. */
export const copy = async (text: string, ways: CopyWays = inBrowser()): Promise<boolean> => {
  try {
    if (ways.write) {
      await ways.write(text);
      return true;
    }
  } catch {
    return ways.select(text);
  }
  return ways.select(text);
};
