interface Props {
  readonly text: string;
  /** Nothing is marked where it is empty. */
  readonly search: string;
}

/** The text with the first place of what was searched for marked in it. */
export const Marked = ({ text, search }: Props) => {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return text;
  const end = at + search.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
};
