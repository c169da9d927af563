/** A browser may begin to read what it downloads only later. */
const READ_MS = 60_000;

/** Has the browser keep a file that was made here. */
export const download = (name: string, parts: readonly BlobPart[], type: string): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
};
