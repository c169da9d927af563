import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/schema';
import { testData } from './test-data.ts';

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Document {
  readonly components: object;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly requestBody?: Body; readonly responses: Readonly<Record<string, Body>> }>>
    >
  >;
}

export interface PayPalSchemas {
  /** What is wrong with a request or an answer; null when it is as PayPal describes it. */
  readonly check: (path: string, method: string, part: 'request' | number, value: unknown) => string | null;
  /** The words that PayPal has for an issue and the status it comes with. */
  readonly words: (path: string, method: string, status: number, issue: string) => Words | null;
}

interface Words {
  readonly message: string;
  readonly description: string;
}

const isReadable = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** Some patterns are not of the dialect that JSON Schema asks for. */
const readFile = (file: string): Document =>
  JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' && !isReadable(value) ? undefined : value,
  ) as Document;

/** PayPal's own description of its calls as a check; null where the recorded data is not there. */
export const paypalSchemas = (): PayPalSchemas | null => {
  const files = ['checkout_orders_v2', 'notifications_webhooks_v1'].map((name) =>
    testData('paypal', 'openapi', `${name}.json`),
  );
  const documents: Document[] = [];
  for (const file of files) {
    if (file === null) return null;
    documents.push(readFile(file));
  }
  const made = new Map<string, ReturnType<typeof Compile>>();
  const schemaOf = (path: string, method: string, part: 'request' | number) => {
    const document = documents.find(({ paths }) => paths[path]);
    const call = document?.paths[path]?.[method];
    if (!document || !call) throw new Error(`${method} ${path} is not described`);
    const body = part === 'request' ? call.requestBody : (call.responses[part] ?? call.responses.default);
    return { document, schema: body?.content?.['application/json']?.schema };
  };
  const words: PayPalSchemas['words'] = (path, method, status, issue) => {
    const { document, schema } = schemaOf(path, method, status);
    const parts = resolved(document, schema);
    const message = parts.map((part) => part.properties?.message?.enum?.[0]).find((one) => one !== undefined);
    const issues = parts.flatMap((part) => part.properties?.details?.items?.anyOf ?? []);
    const found = issues.find((one) => one.properties?.issue?.enum?.includes(issue));
    const description = found?.properties?.description?.enum?.[0];
    return message === undefined || description === undefined ? null : { message, description };
  };
  const check: PayPalSchemas['check'] = (path, method, part, value) => {
    const { document, schema } = schemaOf(path, method, part);
    if (!schema) return null;
    const name = `${method} ${path} ${part}`;
    const compiled = made.get(name) ?? Compile({ components: document.components, allOf: [schema] });
    made.set(name, compiled);
    if (compiled.Check(value)) return null;
    return `${name}: ${JSON.stringify(compiled.Errors(value)).slice(0, 500)}`;
  };
  return { check, words };
};

/** As much of a schema as leads to the words of errors. */
interface Shape {
  readonly $ref?: string;
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** The parts that a schema is made of. */
const resolved = (document: Document, schema: Shape | undefined): readonly Shape[] => {
  if (schema?.$ref !== undefined) {
    const keys = schema.$ref.slice(2).split('/');
    const found = keys.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], document);
    return resolved(document, found as Shape);
  }
  return schema ? [schema, ...(schema.allOf ?? []).flatMap((part) => resolved(document, part))] : [];
};
