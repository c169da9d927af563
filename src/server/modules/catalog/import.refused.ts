/** An import that did not take place; the catalogue is as it was. The text is for the operator. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
