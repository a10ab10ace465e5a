import type { ReactNode } from 'react'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

type Props = { url: string; className: string; children: ReactNode }

/** Opens the value of a field with a URL. Customers may have written it. */
export const UrlLink = ({ url, className, children }: Props) => (
  <a href={url} target="_blank" rel="noopener noreferrer" className={className}>
    {children}
    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
  </a>
)
