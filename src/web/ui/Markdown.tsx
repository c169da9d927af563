import { Fragment } from 'react';
import { type Block, blocksOf, type Inline } from '#web/lib/markdown.ts';
import kit from './kit.module.css';
import styles from './Markdown.module.css';

const Parts = ({ parts }: { readonly parts: readonly Inline[] }) =>
  parts.map((part, at) => <One key={at} part={part} />);

const One = ({ part }: { readonly part: Inline }) => {
  switch (part.is) {
    case 'text':
      return part.text;
    case 'code':
      return <code className={kit.code}>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case 'link':
      return (
        <a href={part.to} rel="noopener noreferrer">
          <Parts parts={part.parts} />
        </a>
      );
  }
};

const Heading = ({ level, parts }: Extract<Block, { is: 'heading' }>) => {
  const Tag = `h${level}` as const;
  return (
    <Tag>
      <Parts parts={parts} />
    </Tag>
  );
};

const Items = ({ ordered, items }: Extract<Block, { is: 'list' }>) => {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag>
      {items.map((parts, at) => (
        <li key={at}>
          <Parts parts={parts} />
        </li>
      ))}
    </Tag>
  );
};

/** A text of the operator: elements made of what was read, never HTML. */
export const Markdown = ({ source }: { readonly source: string }) => (
  <div className={styles.text}>
    {blocksOf(source).map((block, at) => (
      <Fragment key={at}>
        {block.is === 'heading' && <Heading {...block} />}
        {block.is === 'list' && <Items {...block} />}
        {block.is === 'paragraph' && (
          <p>
            <Parts parts={block.parts} />
          </p>
        )}
      </Fragment>
    ))}
  </div>
);
