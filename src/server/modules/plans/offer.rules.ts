/** Euro cents of a price in euros; null when it has more than two decimals or is no price. */
export const centsOf = (euros: number): number | null => {
  const cents = Math.round(euros * 100);
  // A division by 100 rounds as reading the decimal text does, so equal numbers were written alike.
  return Number.isSafeInteger(cents) && cents >= 0 && cents / 100 === euros ? cents : null;
};

/** A price in euros again, exactly. */
export const eurosOf = (cents: number): number => cents / 100;
