import { InvalidArgumentError } from 'commander';

/** The path or address that an argument names; a variable of a shell that is not set makes an empty one, which names the folder one stands in. */
export const pathArgument = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
};
