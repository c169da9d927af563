/** Whether it is before the end of the viewer's today; what is overdue is too. */
export const isToday = (iso: string, now: number = Date.now()): boolean => {
  const end = new Date(now);
  end.setHours(24, 0, 0, 0);
  return Date.parse(iso) < end.getTime();
};
