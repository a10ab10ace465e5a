import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { IconShape } from './icon.tsx'

type Props = ComponentProps<IconShape>

const Glyph = ({ children, className, ...rest }: Props & { children: ReactNode }) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: Icon hides it from assistive technology, the word stands beside it
  <svg viewBox="0 0 24 24" {...rest} className={classNames('glyph', className)}>
    {children}
  </svg>
)

const Ring = () => <circle cx="12" cy="12" r="9" />

const New = (props: Props) => (
  <Glyph {...props}>
    <circle cx="12" cy="12" r="9" strokeDasharray="3.2 3.87" />
  </Glyph>
)

const Open = (props: Props) => (
  <Glyph {...props}>
    <Ring />
    <path d="M12 7.5a4.5 4.5 0 0 1 0 9z" fill="currentColor" strokeWidth="1.5" />
  </Glyph>
)

const Pending = (props: Props) => (
  <Glyph {...props}>
    <Ring />
    <path d="M12 7v5l3 2" />
  </Glyph>
)

const OnHold = (props: Props) => (
  <Glyph {...props}>
    <Ring />
    <path d="M10 9v6M14 9v6" />
  </Glyph>
)

const Solved = (props: Props) => (
  <Glyph {...props}>
    <Ring />
    <path d="m8.5 12.2 2.5 2.5 4.6-5" />
  </Glyph>
)

/** One shape for each state, so that it can be told without colour. */
export const glyphs = { new: New, open: Open, pending: Pending, onHold: OnHold, solved: Solved }
