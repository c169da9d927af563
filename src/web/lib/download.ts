/** Has the browser keep a file that was made here. */
export const download = (name: string, parts: readonly string[], type: string): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
