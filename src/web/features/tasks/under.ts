import type { TextInputProps } from '@mantine/core';

/** Hints stand under their field. */
export const UNDER = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps;
