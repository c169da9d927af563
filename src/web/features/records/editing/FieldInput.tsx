import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { sentenceOf } from '#web/ui/form/refusal.ts';
import { YesNo } from '#web/ui/YesNo.tsx';
import { editing as words } from '#web/words/editing.ts';
import { RecordSuggest } from '../RecordSuggest.tsx';
import type { Around, InputsProps } from './around.ts';
import type { Cells, Draft, DraftRow } from './drafts.ts';
import styles from './editing.module.css';
import { labelOf, optionName } from './labels.ts';
import { pathOf } from './problems.ts';
import { RowsEditor } from './RowsEditor.tsx';
import { BARE, type FieldShape } from './shapes.ts';

interface InputProps {
  readonly field: FieldShape;
  readonly path: string;
  readonly label: string;
  readonly draft: Draft;
  readonly around: Around;
  readonly onChange: (draft: Draft) => void;
  /** A record was chosen for it: its id, and how it is called. */
  readonly onChosen?: ((id: string, called: string) => void) | undefined;
}

const LINES = 4;

/** Which records an id is of; null: of both, or it is no id. */
const kindOf = (pattern: string | null) =>
  pattern?.startsWith('^tt') ? 'movie' : pattern?.startsWith('^nm') ? 'name' : null;

/** What a value is typed in, by its shape. */
export const FieldInput = ({ field, path, label, draft, around, onChange, onChosen }: InputProps) => {
  const { shape, isNullable, isOptional } = field;
  const { busy } = around;
  const problem = around.problemAt(path);
  const error = problem === undefined ? undefined : sentenceOf(label, problem);
  if (shape.kind === 'rows')
    return (
      <fieldset className={styles.inner}>
        <legend>{label}</legend>
        <RowsEditor
          shape={shape}
          path={path}
          label={label}
          rows={draft as readonly DraftRow[]}
          inputs={Inputs}
          around={around}
          onChange={onChange}
        />
      </fieldset>
    );
  if (shape.kind === 'record')
    return (
      <fieldset className={styles.inner}>
        <legend>{label}</legend>
        <Inputs
          fields={shape.fields}
          path={path}
          label={label}
          cells={draft as Cells}
          around={around}
          onChange={onChange}
        />
      </fieldset>
    );
  if (shape.kind === 'truth')
    return (
      <span className={styles.truth}>
        <YesNo label={label} value={draft === true} path={path} onChange={(value) => !busy && onChange(value)} />
      </span>
    );
  const text = { label, error, 'data-path': path, value: String(draft) };
  const typed = {
    ...text,
    readOnly: busy,
    required: !isNullable && !isOptional && shape.kind !== 'lines',
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => onChange(value),
  };
  if (shape.kind === 'choice')
    return (
      <NativeSelect
        {...text}
        data={shape.of.map((value) => ({ value, label: optionName(value) }))}
        onChange={({ currentTarget: { value } }) => !busy && onChange(value)}
      />
    );
  if (shape.kind === 'number')
    return <TextInput {...typed} inputMode={shape.isWhole ? 'numeric' : 'decimal'} maxLength={20} />;
  if (shape.kind === 'lines')
    return <Textarea {...typed} description={words.hints.lines} rows={LINES} resize="vertical" />;
  if (shape.isLong) return <Textarea {...typed} rows={LINES} resize="vertical" />;
  const kind = kindOf(shape.pattern);
  if (kind === null) return <TextInput {...typed} />;
  return (
    <RecordSuggest
      {...{ kind, label, path, error, readOnly: busy, required: typed.required, value: String(draft) }}
      placeholder={words.hints.id}
      onType={onChange}
      onChoose={({ imdbId, title, name }) => (onChosen ?? onChange)(imdbId, title ?? name ?? '')}
    />
  );
};

/** What the name of a chosen record is put into, where there is such an input. */
const CALLED = ['name', 'title'];

/** The inputs of a row. */
export const Inputs = ({ fields, path, label, cells, around, onChange }: InputsProps) => {
  const called = fields.find(({ name }) => CALLED.includes(name))?.name;
  return (
    <div className={styles.inputs}>
      {fields.map((field) => {
        const { name, shape } = field;
        const isId = shape.kind === 'text' && shape.pattern !== null && name === 'imdbId';
        return (
          <div
            key={name}
            data-wide={
              (shape.kind === 'text' && shape.isLong) ||
              shape.kind === 'rows' ||
              shape.kind === 'record' ||
              name === BARE
            }
          >
            <FieldInput
              field={field}
              path={pathOf(path, name)}
              label={name === BARE ? label : labelOf(name)}
              draft={cells[name] ?? ''}
              around={around}
              onChange={(draft) => onChange({ ...cells, [name]: draft })}
              onChosen={
                isId && called !== undefined
                  ? (id, text) => onChange({ ...cells, [name]: id, [called]: text })
                  : undefined
              }
            />
          </div>
        );
      })}
    </div>
  );
};
