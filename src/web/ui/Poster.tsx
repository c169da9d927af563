import { type ReactNode, useState } from 'react';
import { IMAGE_WIDTHS } from '#contracts/image-widths.ts';
import styles from './Poster.module.css';
import { type PosterCard, posterCard } from './poster-card.ts';

interface Props {
  readonly imdbId: string;
  /** The title, or the name of the person. */
  readonly title: string;
  readonly year?: number | null;
  /** First 2:3; a person's picture is 4:5. */
  readonly shape?: 'poster' | 'portrait';
  /** Loads the picture at once, for what is seen first. */
  readonly eager?: boolean;
  /** How wide it is shown, in px; the browser takes the size for its screen. */
  readonly width?: number;
  /** The same by the width of the window, where it is not the same everywhere. */
  readonly sizes?: string;
  /** When the record has last changed: a new picture is seen at once. */
  readonly changed?: string;
  /** What is said in place of the picture, where no words beside it say the same. */
  readonly alt?: string;
}

const HEIGHT = { poster: 300, portrait: 250 } as const;

const Shape = ({ card, height }: { readonly card: PosterCard; readonly height: number }) => {
  const { palette, composition, shift } = card;
  const centre = 70 + shift * 60;
  const fill = palette.shape;
  if (composition === 0) return <circle cx={centre} cy={height * 0.34} r={58} fill={fill} />;
  if (composition === 1)
    return (
      <g fill="none" stroke={fill}>
        {[14, 32, 50, 68, 86].map((radius) => (
          <circle key={radius} cx={100} cy={height * 0.36} r={radius} strokeWidth={10 - radius / 10} />
        ))}
      </g>
    );
  if (composition === 2)
    return (
      <g fill={fill}>
        <path d={`M0 ${height * 0.64}L${centre} ${height * 0.2}L200 ${height * 0.64}Z`} />
        <path d={`M${centre} ${height * 0.64}L${centre + 46} ${height * 0.38}L220 ${height * 0.64}Z`} opacity={0.6} />
      </g>
    );
  if (composition === 3)
    return (
      <g fill={fill}>
        <path d={`M${20 + shift * 60} 0h72v${height * 0.6}h-72z`} />
        <circle cx={shift < 0.5 ? 160 : 30} cy={44} r={20} opacity={0.7} />
      </g>
    );
  return (
    <g fill={fill}>
      {[0, 1, 2, 3, 4].map((bar) => (
        <path key={bar} d={`M0 ${26 + bar * 32}h${200 - Math.abs(bar - shift * 4) * 34}v16h-200z`} />
      ))}
    </g>
  );
};

const Card = ({ imdbId, title, year, shape = 'poster' }: Props) => {
  const card = posterCard(imdbId, title);
  const height = HEIGHT[shape];
  const { lines, size, palette } = card;
  const first = height - 34 - (lines.length - 1) * size;
  return (
    <svg className={styles.card} viewBox={`0 0 200 ${height}`} aria-hidden="true" focusable="false">
      <rect width={200} height={height} fill={palette.ground} />
      <Shape card={card} height={height} />
      <rect y={first - size - 6} width={200} height={height - first + size + 6} fill={palette.ground} />
      <g fill={palette.ink} fontFamily="var(--kx-display)" fontSize={size}>
        {lines.map((line, at) => (
          <text key={line} x={14} y={first + at * size}>
            {line}
          </text>
        ))}
      </g>
      <text x={14} y={height - 15} fill={palette.ink} fontFamily="var(--kx-sans)" fontSize={9.5}>
        {[year, imdbId].filter(Boolean).join(' · ')}
      </text>
    </svg>
  );
};

/** The room that a picture takes. */
export const PosterPlace = ({
  shape,
  children,
}: {
  readonly shape: 'poster' | 'portrait';
  readonly children?: ReactNode;
}) => (
  <span className={styles.poster} data-shape={shape}>
    {children}
  </span>
);

/**
 * The picture of a record in a box of its own size: a drawn card from the first moment, the picture over it once it has
 * come.
 */
export const Poster = (props: Props) => {
  const { imdbId, shape = 'poster', eager = false, width = 220, sizes = `${width}px`, changed, alt = '' } = props;
  const [state, setState] = useState<'waiting' | 'shown' | 'none'>('waiting');
  const ratio = shape === 'poster' ? 1.5 : 1.25;
  const version = changed === undefined ? '' : `&v=${Date.parse(changed)}`;
  const addressOf = (of: number): string => `/api/public/image/${imdbId}?w=${of}${version}`;
  return (
    <PosterPlace shape={shape}>
      <Card {...props} />
      {state !== 'none' && (
        <img
          src={addressOf(width)}
          srcSet={IMAGE_WIDTHS.map((of) => `${addressOf(of)} ${of}w`).join()}
          sizes={sizes}
          alt={alt}
          width={width}
          height={Math.round(width * ratio)}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          data-shown={state === 'shown'}
          onLoad={() => setState('shown')}
          onError={() => setState('none')}
        />
      )}
    </PosterPlace>
  );
};
