/** Stands where a value is that nobody is shown. Sent back, it leaves the value as it is. */
export const MASK = '••••••••';

const SECRET = /(?:^|[_.-])(?:secret|password|passphrase|token|api_?key|private_?key|credentials?)$/i;

/** Whether the name of a key says that its value is for nobody's eyes. The keys that the product reads hold no secret. */
export const isSecret = (key: string, known: ReadonlySet<string>): boolean => !known.has(key) && SECRET.test(key);
