/**
 * A JSON object of the columns of a select list, as one expression: `jsonRow('t.id, t.title, t.end_year as "endYear"')`.
 * Unlike json_build_object, which writes ` : ` after each key, it spares the spaces, and half of the time.
 */
export const jsonRow = (columns: string): string => `(select row_to_json(o) from (select ${columns}) o)`;
