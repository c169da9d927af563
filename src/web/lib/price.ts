const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** `€9.00` */
export const price = (amount: number): string => euros.format(amount);

/** A month's price times the months, counted in cents: three times 0.10 is 0.30. */
export const totalOf = (perMonth: number, months: number): number => (Math.round(perMonth * 100) * months) / 100;
