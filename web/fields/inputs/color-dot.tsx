/** An SVG instead of a style, which server-rendered pages must not have. */
export const ColorDot = ({ color }: { color: string | undefined }) =>
  color ? (
    <svg viewBox="0 0 10 10" aria-hidden className="size-2.5 shrink-0">
      <circle cx="5" cy="5" r="5" fill={color} />
    </svg>
  ) : null
